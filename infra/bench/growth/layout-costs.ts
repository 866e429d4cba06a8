import { freePort } from '@oniverse/embedded';
import { BackendProcess, type DedicatedTestStack } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import type { Findings } from '../live/scenarios/scenario.js';
import { changeLayout, readDefinitions } from './layouts.js';
import { type Cost, measureOperation } from './measure.js';
import { callsOf, endingsOf, type Operation, searchesOf } from './operations.js';
import { addMessages, populateTalk, ROWS_STEP, settle } from './population.js';

export interface LayoutPlan {
  rows: readonly number[];
  /** 1 for a single table, the first of them. */
  layouts: readonly number[];
  /** The share of the calls of a full run. */
  share: number;
}

/** Messages that each operation that ends messages ends, at least. */
const ENDED = 2_000;

/** Measures the statements of the product on one table and on partitions, with more and more messages. */
export async function* measureLayouts(
  stack: DedicatedTestStack,
  source: DataSource,
  { rows, layouts, share }: LayoutPlan,
): AsyncGenerator<Findings> {
  const talk = await populateTalk(source);
  const definitions = await readDefinitions(source);
  let stored = 0;
  let current = 1;
  const change = async (partitions: number): Promise<void> => {
    if (partitions !== current) await changeLayout(source, definitions, partitions);
    current = partitions;
  };
  for (const count of rows) {
    await change(1);
    await addMessages(source, talk, stored, count);
    stored = count;
    const costs = new Map<string, Cost[]>();
    const measure = async (operations: readonly Operation[]): Promise<void> => {
      for (const operation of operations) {
        const cost = await measureOperation(operation);
        costs.set(operation.name, [...(costs.get(operation.name) ?? []), cost]);
      }
    };
    for (const partitions of layouts) {
      await change(partitions);
      await settle(source);
      // Plans are of before.
      const endings = await endingsOf(source, stack.dataSource, talk, {
        count: ENDED,
        perChannel: count / ROWS_STEP,
      });
      const backend = await BackendProcess.start(stack.env(), await freePort());
      try {
        await measure(callsOf(stack.dataSource, talk, share));
        await measure(searchesOf(backend.url, talk.searcherSession, share));
      } finally {
        await backend.stop();
      }
      await measure(endings);
    }
    yield findingsOf(count, layouts, costs);
  }
}

const titleOf = (partitions: number): string => (partitions === 1 ? 'one table' : `${partitions} partitions`);

function findingsOf(
  count: number,
  layouts: readonly number[],
  costs: ReadonlyMap<string, readonly Cost[]>,
): Findings {
  return {
    title: `${count} messages: CPU seconds of PostgreSQL for 100,000, and p99 in milliseconds`,
    table: [
      ['', ...layouts.flatMap((partitions) => [titleOf(partitions), 'p99'])],
      ...[...costs].map(([name, measured]) => [
        name,
        ...measured.flatMap(({ cpu, p99 }, index) => {
          const ratio = cpu / (measured[0]?.cpu ?? 1);
          return [`${cpu.toFixed(1)}${index === 0 ? '' : ` (${ratio.toFixed(2)})`}`, p99.toFixed(1)];
        }),
      ]),
    ],
    verdicts: [],
    raw: Object.fromEntries(costs),
  };
}
