import { setTimeout as sleep } from 'node:timers/promises';
import { Latencies, now } from '../live/measure/latency.js';
import type { Oniverse } from '../live/systems/oniverse.js';

/** A call of one side, by the number of its repetition. @returns the bytes of the answer */
export type Call = (round: number) => Promise<number>;

/** The same call about something ordinary and about something large. */
export interface Comparison {
  spot: string;
  call: string;
  ordinary: Call;
  hot: Call;
  /** Repetitions of each; fewer for what cannot be repeated often. */
  rounds?: number;
  /** The bound of the ratio of CPU time, if it is known to grow within another bound. */
  allowed?: number;
}

/** What a call costs on average. */
export interface Cost {
  /** CPU time of the backend and its services in milliseconds. */
  cpuMs: number;
  p99Ms: number;
  bytes: number;
  /** Entries of indexes and rows that PostgreSQL read. */
  rows: number;
}

export interface Compared {
  spot: string;
  call: string;
  ordinary: Cost;
  hot: Cost;
  allowed: number;
}

/** The bound of the ratio of CPU time of a call about something large to that of the same call about something ordinary. */
const MAX_RATIO = 3;
/** The sides take turns, so that other load on the machine affects both. */
const TURNS = 4;
const WARM_UP = 5;
/** PostgreSQL's sessions report what they read at the first statement after so long. */
const REPORTED_AFTER_MS = 1_100;
const REPORTING_CALLS = 3;

/** Measures both sides of a call. */
export async function compare(
  oniverse: Oniverse,
  { spot, call, ordinary, hot, rounds = 60, allowed = MAX_RATIO }: Comparison,
): Promise<Compared> {
  const sides = [ordinary, hot].map((run) => ({
    run,
    latencies: new Latencies(),
    cpu: 0,
    bytes: 0,
    count: 0,
    rows: 0,
  }));
  let round = 0;
  for (const { run } of sides) {
    for (let count = 0; count < Math.min(WARM_UP, rounds); count += 1) await run((round += 1));
  }
  const perTurn = Math.ceil(rounds / TURNS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const side of sides) {
      const before = cpuOf(oniverse);
      for (let count = 0; count < perTurn; count += 1) {
        const startedAt = now();
        side.bytes += await side.run((round += 1));
        side.latencies.record(now() - startedAt);
      }
      side.cpu += cpuOf(oniverse) - before;
      side.count += perTurn;
    }
  }
  for (const side of sides) {
    const before = await reportedRows(oniverse, side.run, round);
    for (let count = 0; count < WARM_UP; count += 1) await side.run((round += 1));
    side.rows = ((await reportedRows(oniverse, side.run, round)) - before) / (WARM_UP + REPORTING_CALLS);
  }
  const [first, second] = sides.map(({ latencies, cpu, bytes, count, rows }) => ({
    cpuMs: (1_000 * cpu) / count,
    p99Ms: latencies.percentile(0.99),
    bytes: bytes / count,
    rows,
  }));
  if (!first || !second) throw new Error('A side was not measured');
  return { spot, call, ordinary: first, hot: second, allowed };
}

const cpuOf = ({ server, servicesCpu }: Oniverse): number => server.cpu() + servicesCpu();

/** Returns how many rows all sessions have read, after a few calls that make them report it. */
async function reportedRows({ stack }: Oniverse, run: Call, round: number): Promise<number> {
  await sleep(REPORTED_AFTER_MS);
  for (let count = 0; count < REPORTING_CALLS; count += 1) await run(round + count);
  await stack.dataSource.query('SELECT pg_stat_clear_snapshot()');
  const [read]: { rows: string }[] = await stack.dataSource.query(
    'SELECT tup_returned + tup_fetched AS rows FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(read?.rows);
}
