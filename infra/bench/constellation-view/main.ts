import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { type Cost, measure, type State, SYSTEMS } from './measure.js';
import { servePage } from './serve.js';

/**
 * Measures what the constellation's view costs the page at size, beside the library `force-graph` with the same data in
 * the same browser: ours takes at most half of its script time everywhere. Needs a Chromium at CHROMIUM_PATH.
 */
const SIZES = [500, 2_000, 10_000];
const STATES: State[] = ['settled', 'dragging', 'simulating'];
const MOST = 0.5;
/** Large networks take their time on a small machine. */
const SETTLE_MS = 240_000;
// From infra/bench/dist/constellation-view.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

const load = loadavg()[0] ?? 0;
console.log(`Load of the machine before the run: ${load.toFixed(2)}`);
const page = await servePage();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
const costs: Cost[] = [];
try {
  for (const nodes of SIZES) {
    for (const system of SYSTEMS) costs.push(...(await measure(browser, page.url, system, nodes, SETTLE_MS)));
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
      'ours: script ms': ours?.script.toFixed(3),
      'force-graph: script ms': theirs?.script.toFixed(3),
      'ours: all ms': ours?.task.toFixed(2),
      'force-graph: all ms': theirs?.task.toFixed(2),
      'ours: frames/s': ours?.framesASecond.toFixed(0),
      'force-graph: frames/s': theirs?.framesASecond.toFixed(0),
      share: share.toFixed(2),
      holds: share <= MOST,
    };
  }),
);
console.table(rows);
await mkdir(ARTIFACTS, { recursive: true });
await writeFile(
  `${ARTIFACTS}constellation-view.json`,
  `${JSON.stringify({ at: new Date().toISOString(), load, costs }, null, 2)}\n`,
);
if (rows.some(({ holds }) => !holds)) process.exitCode = 1;
