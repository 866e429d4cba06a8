import type { BackendProcess } from '@oniverse/testing';
import { sleep } from '@oniverse/embedded';
import { between, type Random, shuffled } from './random.js';
import type { FaultCluster } from './fault-cluster.js';
import type { TcpProxy } from './tcp-proxy.js';

const SLOW_MS = 150;
const RESTART_ATTEMPTS = 5;

export interface Fault {
  /** The failing part. A target has at most one fault at a time. */
  readonly target: string;
  /** For the summary; the same for all backends. */
  readonly kind: string;
  readonly start: () => void | Promise<void>;
  readonly stop: () => void | Promise<void>;
}

export function faultsOf({ backends, stack }: FaultCluster): Fault[] {
  return [
    ...backends.flatMap((entry) => [
      ...backendFaults(entry.name, entry.backend),
      ...linkFaults(`${entry.name} - members`, 'members', entry.members),
      ...linkFaults(`${entry.name} - Redis`, 'Redis', entry.redis),
      ...linkFaults(`${entry.name} - PostgreSQL`, 'PostgreSQL', entry.postgres),
    ]),
    {
      target: 'Redis',
      kind: 'Redis killed',
      start: () => stack.killRedis(),
      stop: () => stack.startRedis(),
    },
    {
      target: 'Redis',
      kind: 'Redis paused',
      start: () => stack.pauseRedis(),
      stop: () => stack.resumeRedis(),
    },
    {
      target: 'PostgreSQL',
      kind: 'PostgreSQL killed',
      start: () => stack.killPostgres(),
      stop: () => stack.startPostgres(),
    },
    {
      target: 'PostgreSQL',
      kind: 'PostgreSQL paused',
      start: () => stack.pausePostgres(),
      stop: () => stack.resumePostgres(),
    },
  ];
}

export function backendFaults(target: string, backend: BackendProcess): Fault[] {
  return [
    { target, kind: 'backend killed', start: () => backend.kill(), stop: () => restart(backend) },
    { target, kind: 'backend paused', start: () => backend.pause(), stop: () => backend.resume() },
  ];
}

/** Restarts a process, like a supervisor, until its database is available. */
export async function restart(ended: Pick<BackendProcess, 'restart'>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ended.restart();
      return;
    } catch (error) {
      if (attempt === RESTART_ATTEMPTS) throw error;
    }
  }
}

function linkFaults(target: string, to: string, link: TcpProxy): Fault[] {
  const stop = () => link.heal();
  return [
    { target, kind: `network to ${to} cut`, start: () => link.cut(), stop },
    { target, kind: `network to ${to} stalled`, start: () => link.stall(), stop },
    { target, kind: `network to ${to} slow`, start: () => link.slow(SLOW_MS), stop },
  ];
}

const oneOfEachKind = (faults: readonly Fault[]): Fault[] => [
  ...new Map(faults.map((fault) => [fault.kind, fault])).values(),
];

export class FaultRunner {
  readonly counts = new Map<string, number>();
  /** A line for each start and end of a fault. */
  readonly log: string[] = [];
  private readonly startedAt = Date.now();

  /** @param onLine receives each line of the log, so that a long run is not silent */
  constructor(private readonly onLine: (line: string) => void = () => undefined) {}

  /** Runs a fault for a while, and always ends it. */
  async runFault({ target, kind, start, stop }: Fault, ms: number): Promise<void> {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    this.addLogLine(`${target}: ${kind} for ${Math.round(ms)} ms`);
    try {
      await start();
      await sleep(ms);
    } finally {
      await stop();
    }
    this.addLogLine(`${target}: restored`);
  }

  /** Runs one fault at a time, sometimes two, each for 0.5 to 8 seconds, until the time is over. */
  async runRandomFaults(faults: readonly Fault[], random: Random, seconds: number): Promise<void> {
    const deadline = Date.now() + seconds * 1_000;
    while (Date.now() < deadline) {
      // Each kind equally often, regardless of its number of targets.
      const [first, ...others] = shuffled(random, oneOfEachKind(shuffled(random, faults)));
      const second = others.find(({ target }) => target !== first?.target);
      const chosen = [first, random() < 0.3 ? second : undefined].filter((fault) => fault !== undefined);
      const durations = chosen.map(() => between(random, 500, 8_000));
      const pause = between(random, 100, 2_000);
      const outcomes = await Promise.allSettled(
        chosen.map((fault, index) => this.runFault(fault, durations[index] ?? 0)),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      await sleep(pause);
    }
  }

  private addLogLine(line: string): void {
    const timed = `${((Date.now() - this.startedAt) / 1_000).toFixed(1)} s ${line}`;
    this.log.push(timed);
    this.onLine(timed);
  }
}
