import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, TestStack, WorkerProcess } from '@oniverse/testing';
import { chromium } from 'playwright-core';
import { print, printVerdicts, write } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { furnish } from './furnish.js';
import { measureOpening, measureScrolling, type Opened, type Scrolled } from './measure.js';
import { EMPTY, PLAIN } from './pages.js';

/**
 * Measures how long a full album and a full archive take to open, and how smoothly they scroll, in a real browser over
 * the built product, beside a plain page with the same pictures. Needs a Chromium at CHROMIUM_PATH. `--quick` for a
 * tenth of everything.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const FURNITURE = options.quick ? { pictures: 200, posts: 50 } : { pictures: 2_000, posts: 500 };
const ROUNDS = options.quick ? 2 : 3;
const MOST_MS = 1_500;
const LEAST_FRAMES = 50;
// From infra/bench/dist/album.
const ROOT = new URL('../../../../', import.meta.url);
const CLIENT_DIR = fileURLToPath(new URL('frontend/dist', ROOT));
const ARTIFACT = fileURLToPath(new URL('artifacts/bench/album.json', ROOT));

const PLACES = [
  { name: 'album', path: '/album', isOurs: true },
  { name: 'archive', path: '/archive', isOurs: true },
  { name: 'plain page, 100 cards', path: PLAIN, isOurs: false },
] as const;
const COURSES = [
  { name: 'album', path: '/album', isOurs: true },
  { name: 'archive', path: '/archive', isOurs: true },
  { name: 'plain page, every card', path: `${PLAIN}?whole`, isOurs: false },
  { name: 'empty page', path: EMPTY, isOurs: false },
] as const;

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ms = (value: number): string => `${value.toFixed(0)} ms`;

const load = loadavg()[0] ?? 0;
console.log(
  `Load of the machine before the run: ${load.toFixed(2)} (other work makes times longer than they are)`,
);
const stack = await TestStack.start();
const backend = await BackendProcess.start({ ...stack.env(), CLIENT_DIR }, await freePort());
const worker = await WorkerProcess.start({ ...stack.env(), OPS_PORT: String(await freePort()) });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});

async function openings(sessionId: string): Promise<Findings> {
  const seen = new Map<string, Opened[]>(PLACES.map(({ name }) => [name, []]));
  // In turns, so that other work on the machine falls on all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, path } of PLACES) {
      seen.get(name)?.push(await measureOpening(browser, backend.url, sessionId, path));
    }
  }
  const rows = PLACES.map(({ name, isOurs }) => {
    const times = seen.get(name) ?? [];
    const middle = (part: keyof Opened) => middleOf(times.map((time) => time[part]));
    const worst = Math.max(...times.map(({ first }) => first));
    return { name, isOurs, first: middle('first'), worst, busy: middle('busy'), again: middle('again') };
  });
  return {
    title: `Opening, to the last card in view drawn (the middle of ${ROUNDS})`,
    table: [
      ['', 'first visit', 'its worst', 'the page’s CPU in it', 'next visit'],
      ...rows.map(({ name, first, worst, busy, again }) => [name, ms(first), ms(worst), ms(busy), ms(again)]),
    ],
    verdicts: rows
      .filter(({ isOurs }) => isOurs)
      .map(({ name, first }) => ({
        criterion: `the ${name} opens in less than ${MOST_MS} ms`,
        measured: ms(first),
        holds: first < MOST_MS,
      })),
    raw: Object.fromEntries(seen),
  };
}

async function scrolling(sessionId: string): Promise<Findings> {
  const seen = new Map<string, Scrolled[]>(COURSES.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, path } of COURSES) {
      seen.get(name)?.push(await measureScrolling(browser, backend.url, sessionId, path));
    }
  }
  const rows = COURSES.map(({ name, isOurs }) => {
    const some = seen.get(name) ?? [];
    const middle = (part: keyof Scrolled) => middleOf(some.map((scrolled) => scrolled[part]));
    return {
      name,
      isOurs,
      frames: middle('framesASecond'),
      slow: middle('slow'),
      busy: middle('busy'),
      bare: middle('unpainted'),
    };
  });
  return {
    title: `Scrolling (the middle of ${ROUNDS})`,
    table: [
      [
        '',
        'frames a second',
        '95 of 100 frames within',
        'the page’s CPU a frame',
        'frames with a picture missing',
      ],
      ...rows.map(({ name, frames, slow, busy, bare }) => [
        name,
        frames.toFixed(1),
        `${slow.toFixed(1)} ms`,
        `${busy.toFixed(1)} ms`,
        `${(bare * 100).toFixed(0)} %`,
      ]),
    ],
    verdicts: rows
      .filter(({ isOurs }) => isOurs)
      .map(({ name, frames }) => ({
        criterion: `the ${name} scrolls with ${LEAST_FRAMES} frames a second or more`,
        measured: frames.toFixed(1),
        holds: frames >= LEAST_FRAMES,
      })),
    raw: Object.fromEntries(seen),
  };
}

try {
  const sessionId = await furnish(stack, backend.url, FURNITURE);
  console.log(`${FURNITURE.pictures} pictures in the album, ${FURNITURE.posts} posts in the archive`);
  const findings: Findings[] = [];
  for (const find of [openings, scrolling]) {
    const found = await find(sessionId);
    print(found);
    findings.push(found);
  }
  console.log('\nAll criteria');
  printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
  await write(ARTIFACT, { at: new Date().toISOString(), quick: options.quick, load, ...FURNITURE }, findings);
} finally {
  await browser.close();
  await worker.stop();
  await backend.stop();
  await stack.stop();
}
