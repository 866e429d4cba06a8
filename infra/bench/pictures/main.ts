import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { print, printVerdicts, write } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { pictureOf } from './generated.js';
import { measure, type Measured } from './measure.js';
import { FULL, type PictureKind, QUICK } from './plan.js';

// From infra/bench/dist/pictures.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
const MB = 1_048_576;
const ALLOWED_MB = 512;

/**
 * Measures how many renditions the worker makes in a second beside bare sharp, which knows no limits, turns nothing
 * down and makes no blurhash. `--quick` for a few pictures of each kind.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
await mkdir(ARTIFACTS, { recursive: true });

const load = loadavg()[0] ?? 0;
console.log(
  `Load of the machine before the run: ${load.toFixed(2)} (other work makes times longer than they are)`,
);

const perSecond = ({ renditions, seconds }: Measured): number => renditions / seconds;
const perCpu = ({ renditions, cpu }: Measured): number => renditions / cpu;

async function compare(kind: PictureKind): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'oniverse-pictures-'));
  try {
    for (let place = 0; place < kind.count; place += 1) {
      await writeFile(join(folder, String(place).padStart(4, '0')), await pictureOf(kind, place + 1));
    }
    const bare = await measure('sharp', folder);
    const ours = await measure('oniverse', folder);
    const row = (name: string, measured: Measured): string[] => [
      name,
      perSecond(measured).toFixed(1),
      perCpu(measured).toFixed(1),
      (measured.peak / MB).toFixed(0),
    ];
    return {
      title: `${kind.count} ${kind.name} (${kind.width} x ${kind.height}, ${kind.format}), ${ours.renditions} renditions`,
      table: [
        ['', 'a second', 'a second of CPU', 'peak MB'],
        row('bare sharp', bare),
        row('oniverse', ours),
        [
          'oniverse / bare',
          (perSecond(ours) / perSecond(bare)).toFixed(2),
          (perCpu(ours) / perCpu(bare)).toFixed(2),
          (ours.peak / bare.peak).toFixed(2),
        ],
      ],
      verdicts: [
        {
          criterion: `${kind.name} hold at most ${ALLOWED_MB} MB`,
          measured: `${(ours.peak / MB).toFixed(0)} MB`,
          holds: ours.peak <= ALLOWED_MB * MB,
        },
        {
          criterion: `${kind.name}: as many renditions as bare sharp makes`,
          measured: `${ours.renditions} of ${bare.renditions}`,
          holds: ours.renditions === bare.renditions,
        },
      ],
      raw: { bare, ours },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const findings: Findings[] = [];
for (const kind of options.quick ? QUICK : FULL) {
  const found = await compare(kind);
  print(found);
  findings.push(found);
}

console.log('\nAll criteria');
printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
await write(
  `${ARTIFACTS}pictures.json`,
  { at: new Date().toISOString(), quick: options.quick, load },
  findings,
);
