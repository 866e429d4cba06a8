import type { DedicatedTestStack } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import type { Findings } from '../live/scenarios/scenario.js';
import { ALLOWED_GROWTH, growthVerdict } from './axes.js';
import { Backends } from './backends.js';
import { measureDeletion } from './deletion.js';
import { type Cost, measureOperation } from './measure.js';
import { readsOf, searchesOf } from './operations.js';
import { addMembers, addMessages, populateTalk } from './population.js';
import { measureSending, type Sending } from './sending.js';

export interface StoredPlan extends Sending {
  rows: readonly number[];
  /** Channels that are open while messages are sent. */
  channels: number;
  /** The share of the reads and searches of a full run. */
  share: number;
}

/** Measures messages, history, resuming and searches with more and more stored messages, and then the deletion of many. */
export async function* measureStored(
  stack: DedicatedTestStack,
  source: DataSource,
  plan: StoredPlan,
): AsyncGenerator<Findings> {
  const talk = await populateTalk(source);
  const costs = new Map<string, Cost[]>();
  const sizes: number[] = [];
  let stored = 0;
  let faults = 0;
  const members = await addMembers(source, talk, plan.channels);
  for (const rows of plan.rows) {
    await addMessages(source, talk, stored, rows);
    stored = rows;
    sizes.push(await databaseSize(source));
    const backends = await Backends.start(stack, 1);
    const record = (name: string, cost: Cost): void =>
      void costs.set(name, [...(costs.get(name) ?? []), cost]);
    try {
      const sent = await measureSending(backends, members, plan);
      faults += sent.faults;
      record('append', sent);
      const heads: { id: string; last_seq: number }[] = await source.query(
        'SELECT id, last_seq FROM channels',
      );
      const [url = ''] = backends.urls;
      const { reads, close } = await readsOf(
        { url, members, share: plan.share },
        new Map(heads.map(({ id, last_seq: last }) => [id, last])),
      );
      for (const operation of [...reads, ...searchesOf(url, talk.searcherSession, plan.share)])
        record(operation.name, await measureOperation(operation, () => backends.cpu()));
      close();
    } finally {
      await backends.stop();
    }
  }
  yield findingsOf(plan.rows, { costs, sizes, faults });
  yield await measureDeletion(stack.dataSource, talk);
}

/** Returns the bytes of all tables and indexes. */
async function databaseSize(source: DataSource): Promise<number> {
  const [row]: { bytes: string }[] = await source.query(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(row?.bytes);
}

function findingsOf(
  steps: readonly number[],
  {
    costs,
    sizes,
    faults,
  }: { costs: ReadonlyMap<string, readonly Cost[]>; sizes: readonly number[]; faults: number },
): Findings {
  return {
    title: 'More and more stored messages: CPU seconds of all processes for 100,000, and p99 in milliseconds',
    table: [
      ['', ...steps.flatMap((rows) => [`${rows.toExponential(0)} messages`, 'p99']), 'ratio'],
      ...[...costs].map(([name, measured]) => [
        name,
        ...measured.flatMap(({ cpu, p99 }) => [cpu.toFixed(1), p99.toFixed(1)]),
        ((measured.at(-1)?.cpu ?? 0) / (measured[0]?.cpu ?? 1)).toFixed(2),
      ]),
      ['storage in MB', ...sizes.flatMap((bytes) => [(bytes / 1_000_000).toFixed(0), '']), ''],
    ],
    verdicts: [
      ...[...costs].map(([name, measured]) =>
        growthVerdict(
          `${name}: at most ${ALLOWED_GROWTH} times the cost of ${steps[0]} with ${steps.at(-1)} messages`,
          measured.map(({ cpu }) => cpu),
        ),
      ),
      {
        criterion: 'no message is lost, duplicated or out of order',
        measured: `${faults} faults`,
        isMet: faults === 0,
      },
    ],
    raw: Object.fromEntries(costs),
  };
}
