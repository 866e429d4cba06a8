import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, TestStack, WorkerProcess } from '@oniverse/testing';
import { chromium } from '@playwright/test';
import { print, printVerdicts, writeFindings } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { createAlbum } from './fixture.js';
import { measureOpening, measureScrolling, type Opened, type Scrolled } from './measure.js';
import { EMPTY, PLAIN } from './pages.js';

/**
 * Measures opening and scrolling a large album and archive in a real browser with the built client, compared to a plain
 * page with the same pictures. Needs Chromium at CHROMIUM_PATH. `--quick` uses a tenth of the data.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const SIZE = options.quick ? { pictures: 200, posts: 50 } : { pictures: 2_000, posts: 500 };
const ROUNDS = options.quick ? 2 : 3;
const OPEN_LIMIT_MS = 1_500;
const MIN_FRAMES_PER_SECOND = 50;
// From infra/bench/dist/album.
const ROOT = new URL('../../../../', import.meta.url);
const CLIENT_DIR = fileURLToPath(new URL('frontend/dist', ROOT));
const ARTIFACT = fileURLToPath(new URL('artifacts/bench/album.json', ROOT));

const OPENED_PAGES = [
  { name: 'album', path: '/album', isOurs: true },
  { name: 'archive', path: '/archive', isOurs: true },
  { name: 'plain page, 100 cards', path: PLAIN, isOurs: false },
] as const;
const SCROLLED_PAGES = [
  { name: 'album', path: '/album', isOurs: true },
  { name: 'archive', path: '/archive', isOurs: true },
  { name: 'plain page, all cards', path: `${PLAIN}?whole`, isOurs: false },
  { name: 'empty page', path: EMPTY, isOurs: false },
] as const;

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ms = (value: number): string => `${value.toFixed(0)} ms`;

const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);
const stack = await TestStack.start();
const backend = await BackendProcess.start({ ...stack.env(), CLIENT_DIR }, await freePort());
const worker = await WorkerProcess.start({ ...stack.env(), OPS_PORT: String(await freePort()) });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});

async function measureOpenings(sessionId: string): Promise<Findings> {
  const measurements = new Map<string, Opened[]>(OPENED_PAGES.map(({ name }) => [name, []]));
  // In turns, so that other load on the machine affects all pages.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, path } of OPENED_PAGES) {
      measurements.get(name)?.push(await measureOpening(browser, backend.url, sessionId, path));
    }
  }
  const rows = OPENED_PAGES.map(({ name, isOurs }) => {
    const times = measurements.get(name) ?? [];
    const median = (part: keyof Opened) => medianOf(times.map((time) => time[part]));
    const worst = Math.max(...times.map(({ first }) => first));
    return { name, isOurs, first: median('first'), worst, busy: median('busy'), again: median('again') };
  });
  return {
    title: `Opening, until the last card in view is drawn (median of ${ROUNDS})`,
    table: [
      ['', 'first visit', 'slowest first visit', 'main-thread CPU time', 'second visit'],
      ...rows.map(({ name, first, worst, busy, again }) => [name, ms(first), ms(worst), ms(busy), ms(again)]),
    ],
    verdicts: rows
      .filter(({ isOurs }) => isOurs)
      .map(({ name, first }) => ({
        criterion: `the ${name} opens within ${OPEN_LIMIT_MS} ms`,
        measured: ms(first),
        isMet: first < OPEN_LIMIT_MS,
      })),
    raw: Object.fromEntries(measurements),
  };
}

async function measureScrolls(sessionId: string): Promise<Findings> {
  const measurements = new Map<string, Scrolled[]>(SCROLLED_PAGES.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, path } of SCROLLED_PAGES) {
      measurements.get(name)?.push(await measureScrolling(browser, backend.url, sessionId, path));
    }
  }
  const rows = SCROLLED_PAGES.map(({ name, isOurs }) => {
    const rounds = measurements.get(name) ?? [];
    const median = (part: keyof Scrolled) => medianOf(rounds.map((round) => round[part]));
    return {
      name,
      isOurs,
      frames: median('framesPerSecond'),
      slow: median('slow'),
      busy: median('busy'),
      unpainted: median('unpainted'),
    };
  });
  return {
    title: `Scrolling (median of ${ROUNDS})`,
    table: [
      [
        '',
        'frames per second',
        '95th percentile frame time',
        'main-thread CPU time per frame',
        'frames with a missing picture',
      ],
      ...rows.map(({ name, frames, slow, busy, unpainted }) => [
        name,
        frames.toFixed(1),
        `${slow.toFixed(1)} ms`,
        `${busy.toFixed(1)} ms`,
        `${(unpainted * 100).toFixed(0)} %`,
      ]),
    ],
    verdicts: rows
      .filter(({ isOurs }) => isOurs)
      .map(({ name, frames }) => ({
        criterion: `the ${name} scrolls with at least ${MIN_FRAMES_PER_SECOND} frames per second`,
        measured: frames.toFixed(1),
        isMet: frames >= MIN_FRAMES_PER_SECOND,
      })),
    raw: Object.fromEntries(measurements),
  };
}

try {
  const sessionId = await createAlbum(stack, backend.url, SIZE);
  console.log(`${SIZE.pictures} pictures in the album, ${SIZE.posts} posts in the archive`);
  const findings: Findings[] = [];
  for (const measure of [measureOpenings, measureScrolls]) {
    const result = await measure(sessionId);
    print(result);
    findings.push(result);
  }
  console.log('\nAll criteria');
  printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
  await writeFindings(
    ARTIFACT,
    { at: new Date().toISOString(), quick: options.quick, load, ...SIZE },
    findings,
  );
} finally {
  await browser.close();
  await worker.stop();
  await backend.stop();
  await stack.stop();
}
