import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { type Cost, measure, type State, SYSTEMS } from './measure.js';
import { servePage } from './serve.js';

/**
 * Measures the script time of the constellation compared to the library `force-graph`, with the same data in the same
 * browser. Ours must need at most half of it. Needs Chromium at CHROMIUM_PATH.
 */
const SIZES = [500, 2_000, 10_000];
const STATES: State[] = ['settled', 'dragging', 'simulating'];
const MAX_SHARE = 0.5;
/** Large graphs take long to settle on a small machine. */
const SETTLE_TIMEOUT_MS = 240_000;
// From infra/bench/dist/constellation-view.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)}`);
const page = await servePage();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
const costs: Cost[] = [];
try {
  for (const nodes of SIZES) {
    for (const system of SYSTEMS)
      costs.push(...(await measure(browser, page.url, system, nodes, SETTLE_TIMEOUT_MS)));
  }
} finally {
  await browser.close();
  await page.stop();
}

const costOf = (system: Cost['system'], nodes: number, state: State) =>
  costs.find((cost) => cost.system === system && cost.nodes === nodes && cost.state === state);
const rows = SIZES.flatMap((nodes) =>
  STATES.map((state) => {
    const ours = costOf('ours', nodes, state);
    const theirs = costOf('force-graph', nodes, state);
    const share = (ours?.script ?? Infinity) / Math.max(Number.EPSILON, theirs?.script ?? 0);
    return {
      nodes,
      state,
      'ours: script ms per frame': ours?.script.toFixed(3),
      'force-graph: script ms per frame': theirs?.script.toFixed(3),
      'ours: main-thread ms per frame': ours?.task.toFixed(2),
      'force-graph: main-thread ms per frame': theirs?.task.toFixed(2),
      'ours: frames/s': ours?.framesPerSecond.toFixed(0),
      'force-graph: frames/s': theirs?.framesPerSecond.toFixed(0),
      share: share.toFixed(2),
      isMet: share <= MAX_SHARE,
    };
  }),
);
console.table(rows);
await mkdir(ARTIFACTS, { recursive: true });
await writeFile(
  `${ARTIFACTS}constellation-view.json`,
  `${JSON.stringify({ at: new Date().toISOString(), load, costs }, null, 2)}\n`,
);
if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
