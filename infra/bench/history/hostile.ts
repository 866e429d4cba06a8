import { LIMITS, messageBlocksOf } from '@oniverse/contracts';
import type { Findings } from '../live/scenarios/scenario.js';

/** Limit for parsing a message, in milliseconds of CPU time. */
const LIMIT_MS = 5;
const RUNS = 50;
const ORDINARY = 'See **this**: https://example.org, says @juno_9.\n> *yes*\n- `one`';

/** Messages designed to be slow to parse: a prefix, and a part repeated up to the length limit. */
const HOSTILE: readonly (readonly [start: string, part: string])[] = [
  ['https://a', ')'],
  ['https://', '('],
  ['', 'https://a) '],
  ['', '['],
  ['', '[a](https://b'],
  ['[a](https://', '()'],
  ['', '*'],
  ['', '*a* '],
  ['', '*a **b _c '],
  ['', '~~a'],
  ['', '`'],
  ['', '`a``'],
  ['', '@a'],
  ['', '#a '],
  ['', '>'],
  ['', '>\n\n'],
  ['', '- '],
  ['', '- - x\n'],
  ['', '```\n'],
  ['', '\n'],
];

/** Returns the CPU time to parse a message in milliseconds, which is independent of other load on the machine. */
function parseCpuMs(content: string): number {
  const before = process.cpuUsage();
  for (let run = 0; run < RUNS; run += 1) messageBlocksOf(content);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / RUNS;
}

export function measureHostile(): Findings {
  // Warm-up, as readers have parsed ordinary messages before.
  parseCpuMs(ORDINARY);
  const costs = HOSTILE.map(([start, part]) => ({
    name: JSON.stringify(`${start}${part}${part}...`),
    ms: parseCpuMs((start + part.repeat(LIMITS.message.max)).slice(0, LIMITS.message.max)),
  }));
  const worst = Math.max(...costs.map(({ ms }) => ms));
  return {
    title: `Hostile messages of ${LIMITS.message.max} characters`,
    table: [['message', 'CPU time in ms'], ...costs.map(({ name, ms }) => [name, ms.toFixed(2)])],
    verdicts: [
      {
        criterion: `every message is parsed within ${LIMIT_MS} ms of CPU time`,
        measured: `${worst.toFixed(2)} ms`,
        isMet: worst <= LIMIT_MS,
      },
    ],
    raw: { costs },
  };
}
