import type { Latencies } from '../live/measure/latency.js';
import type { Table } from '../live/report.js';
import type { Verdict } from '../live/scenarios/scenario.js';
import { growthOf, type ProcessSeries } from './processes.js';
import { TIMES, type Tally } from './tally.js';

const MB = 1_048_576;
const MAX_GROWTH = 0.02;
/** How many missing things the report names. */
const NAMED = 5;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export interface Outcome {
  isGreen: boolean;
  verdicts: Verdict[];
  /** For people. */
  tables: Table[];
  /** The same for scripts. */
  values: object;
}

/** Returns what a load showed. @param maxMs the limit of the 99th percentile of acknowledgements and deliveries */
export function outcomeOf(tally: Tally, processes: readonly ProcessSeries[], maxMs: number): Outcome {
  const { times, counts, refused, lost } = tally;
  const acknowledged = times.acknowledgement.count;
  const gaps = counts['gaps'] ?? 0;
  const growing = processes.filter(({ name }) => name.startsWith('backend'));
  const growths = growing.map(({ memory }) => growthOf(memory)).filter((growth) => growth !== undefined);
  const within = (name: 'acknowledgement' | 'delivery'): Verdict => {
    const ms = times[name].percentile(0.99);
    return {
      criterion: `${name}: p99 at most ${maxMs} ms`,
      measured: `${ms.toFixed(0)} ms`,
      isMet: ms <= maxMs,
    };
  };
  const verdicts: Verdict[] = [
    {
      criterion: 'everything acknowledged is there, and arrived',
      measured: [`${lost.length} missing`, ...lost.slice(0, NAMED)].join(', '),
      isMet: lost.length === 0,
    },
    { criterion: 'messages were acknowledged', measured: String(acknowledged), isMet: acknowledged > 0 },
    { criterion: 'deliveries are in order, without gaps', measured: `${gaps} gaps`, isMet: gaps === 0 },
    within('acknowledgement'),
    within('delivery'),
  ];
  if (growths.length > 0) {
    verdicts.push({
      criterion: `memory of each backend grows less than ${percent(MAX_GROWTH)} after ten minutes`,
      measured: growths.map(percent).join(', '),
      isMet: growths.every((growth) => growth < MAX_GROWTH),
    });
  }
  const felt = TIMES.map((name) => ({ name, count: times[name].count, ...percentilesOf(times[name]) }));
  return {
    isGreen: verdicts.every(({ isMet }) => isMet),
    verdicts,
    tables: [
      {
        title: 'Times in milliseconds',
        table: [
          ['', 'count', 'p50', 'p99', 'p99.9'],
          ...felt.map(({ name, count, ...shares }) => [
            name,
            String(count),
            ...Object.values(shares).map((ms) => ms.toFixed(1)),
          ]),
        ],
      },
      { title: 'What members did', table: tableOf(counts) },
      { title: 'What the site refused', table: tableOf(refused) },
      {
        title: 'Processes',
        table: [
          ['', 'CPU s', 'memory MB at first', 'at most', 'at last', 'growth after ten minutes'],
          ...processes.map(({ name, cpu, memory }) => [
            name,
            cpu.toFixed(1),
            ...[memory[0], Math.max(...memory), memory.at(-1)].map((bytes) => ((bytes ?? 0) / MB).toFixed(0)),
            ...[growthOf(memory)].map((growth) => (growth === undefined ? '' : percent(growth))),
          ]),
        ],
      },
    ],
    values: { times: felt, counts, refused, lost, processes },
  };
}

const percentilesOf = (times: Latencies) => ({
  p50: times.percentile(0.5),
  p99: times.percentile(0.99),
  p999: times.percentile(0.999),
});

const tableOf = (counts: Readonly<Record<string, number>>): string[][] =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => [name, String(count)]);
