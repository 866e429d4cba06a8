import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { print, printVerdicts, writeFindings } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { pictureOf } from './generated.js';
import { measure, type Measured } from './measure.js';
import { FULL, type PictureKind, QUICK } from './plan.js';

// From infra/bench/dist/pictures.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
const MB = 1_048_576;
const MEMORY_LIMIT_MB = 512;

/**
 * Measures the renditions per second of the worker compared to bare sharp, which has no limits, rejects nothing and
 * makes no blurhash. `--quick` uses a few pictures of each kind.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
await mkdir(ARTIFACTS, { recursive: true });

const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);

const perSecond = ({ renditions, seconds }: Measured): number => renditions / seconds;
const perCpuSecond = ({ renditions, cpu }: Measured): number => renditions / cpu;

async function compare(kind: PictureKind): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'oniverse-pictures-'));
  try {
    for (let index = 0; index < kind.count; index += 1) {
      await writeFile(join(folder, String(index).padStart(4, '0')), await pictureOf(kind, index + 1));
    }
    const bare = await measure('sharp', folder);
    const ours = await measure('oniverse', folder);
    const row = (name: string, measured: Measured): string[] => [
      name,
      perSecond(measured).toFixed(1),
      perCpuSecond(measured).toFixed(1),
      (measured.peak / MB).toFixed(0),
    ];
    return {
      title: `${kind.count} ${kind.name} (${kind.width} x ${kind.height}, ${kind.format}), ${ours.renditions} renditions`,
      table: [
        ['', 'renditions per second', 'per CPU second', 'peak MB'],
        row('bare sharp', bare),
        row('oniverse', ours),
        [
          'oniverse / bare',
          (perSecond(ours) / perSecond(bare)).toFixed(2),
          (perCpuSecond(ours) / perCpuSecond(bare)).toFixed(2),
          (ours.peak / bare.peak).toFixed(2),
        ],
      ],
      verdicts: [
        {
          criterion: `${kind.name} need at most ${MEMORY_LIMIT_MB} MB`,
          measured: `${(ours.peak / MB).toFixed(0)} MB`,
          isMet: ours.peak <= MEMORY_LIMIT_MB * MB,
        },
        {
          criterion: `${kind.name}: as many renditions as bare sharp`,
          measured: `${ours.renditions} of ${bare.renditions}`,
          isMet: ours.renditions === bare.renditions,
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
  const result = await compare(kind);
  print(result);
  findings.push(result);
}

console.log('\nAll criteria');
printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
await writeFindings(
  `${ARTIFACTS}pictures.json`,
  { at: new Date().toISOString(), quick: options.quick, load },
  findings,
);
