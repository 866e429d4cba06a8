import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { print, write } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { journey, standstill, type Watched } from './in-page.js';
import { LATEST, startPlace } from './place.js';
import { Reader } from './reader.js';

/**
 * Measures how a long conversation reads in a real browser: opening it, scrolling to its first message and down again,
 * live arrivals while one is far up, and what is kept in memory of what was scrolled past. Needs a Chromium at
 * CHROMIUM_PATH and the built client. `--quick` for a tenth of the messages.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const MESSAGES = options.quick ? 1_000 : 10_000;
const ARRIVALS = 100;
const VISITS = 5;
/** What one reads by: two thirds of the view in a tenth of a second. */
const SPEED = 100;
const LIMIT_MS = 300_000;
/** `frameMs` of CPU: half of what a frame has, at 60 a second. */
const BARS = { openMs: 1_500, frameMs: 1_000 / 120, heapMb: 5, movedPx: 1 } as const;
// From infra/bench/dist/history.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

const medianOf = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const perSecond = (frames: readonly number[]) =>
  (frames.length * 1_000) / frames.reduce((all, each) => all + each, 0);
const longest = (frames: readonly number[]) => Math.max(...frames);

interface Costs {
  frames: number[];
  /** Milliseconds of the page's thread a frame. */
  cpu: number;
}

const load = loadavg()[0] ?? 0;
console.log(`Load of the machine before the run: ${load.toFixed(2)} (other work makes times longer)`);
const place = await startPlace(MESSAGES);
const reader = await Reader.start(place);
const { page } = reader;

async function costs<T extends { frames: number[] }>(act: () => Promise<T>): Promise<T & Costs> {
  const before = await reader.cpu();
  const seen = await act();
  return { ...seen, cpu: ((await reader.cpu()) - before) / seen.frames.length };
}
const travel = (speed: number, goal: number) =>
  costs(() => page.evaluate(journey, { speed, goal, limitMs: LIMIT_MS }));
const wait = (ms: number) => costs(() => page.evaluate(standstill, ms));

try {
  const loads: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    loads.push(await reader.timeUntil(LATEST, () => page.goto(place.url)));
  }
  const opens: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    await page
      .getByRole('link', { name: /back to/i })
      .or(page.locator('.chat__back a'))
      .first()
      .click();
    await page.locator('.cat__row').first().waitFor();
    opens.push(await reader.timeUntil(LATEST, () => page.goBack()));
  }
  const heapBefore = await reader.heap();
  const idle = await wait(2_000);

  const up = await travel(-SPEED, 1);
  const heapTop = await reader.heap();

  const arriving = (async () => {
    for (let said = 1; said <= ARRIVALS; said += 1) await place.say(`News ${said}`);
  })();
  const during = await wait(4_000);
  await arriving;
  const heapAfterNews = await reader.heap();

  const down = await travel(SPEED, Math.round(MESSAGES / 2));
  const latest = await reader.timeUntil(`News ${ARRIVALS}`, () =>
    page.getByRole('button', { name: /latest/ }).click(),
  );
  await page.waitForTimeout(1_000);
  const heapBottom = await reader.heap();

  const row = (name: string, { cpu, frames, ...seen }: Costs & Partial<Watched>) => [
    name,
    cpu.toFixed(2),
    perSecond(frames).toFixed(1),
    longest(frames).toFixed(0),
    ...[seen.empty, seen.torn, seen.elements].map((count) => String(count ?? '')),
  ];
  const heaps = { before: heapBefore, top: heapTop, 'after arrivals': heapAfterNews, bottom: heapBottom };
  const most = Math.max(heapTop, heapAfterNews, heapBottom) - heapBefore;
  const findings: Findings = {
    title: `A channel of ${MESSAGES} messages`,
    table: [
      ['', 'CPU ms a frame', 'frames/s', 'longest ms', 'empty frames', 'torn frames', 'elements'],
      row('left alone', idle),
      row('to the first message', up),
      row(`${ARRIVALS} arrivals meanwhile`, during),
      row('half of the way down', down),
      ...Object.entries(heaps).map(([when, mb]) => [`heap ${when}`, `${mb.toFixed(1)} MB`]),
    ],
    verdicts: [
      {
        criterion: `opens within ${BARS.openMs} ms (page load, and from the catalogue)`,
        measured: `${medianOf(loads).toFixed(0)} ms, ${medianOf(opens).toFixed(0)} ms`,
        holds: Math.max(medianOf(loads), medianOf(opens)) <= BARS.openMs,
      },
      {
        criterion: `scrolling takes at most ${BARS.frameMs.toFixed(1)} ms of the page's thread a frame, up and down`,
        measured: `${up.cpu.toFixed(2)} ms, ${down.cpu.toFixed(2)} ms`,
        holds: Math.max(up.cpu, down.cpu) <= BARS.frameMs,
      },
      {
        criterion: 'reaches the first message, and what is seen is whole',
        measured: `${up.reached}; ${up.torn + down.torn} torn`,
        holds: up.reached === 1 && up.torn + down.torn === 0,
      },
      {
        criterion: `${ARRIVALS} arrivals take at most as much, and move nothing`,
        measured: `${during.cpu.toFixed(2)} ms; ${during.moved.toFixed(1)} px`,
        holds: during.cpu <= BARS.frameMs && during.moved <= BARS.movedPx,
      },
      {
        criterion: 'the latest are there again within a second of one click',
        measured: `${latest.toFixed(0)} ms`,
        holds: latest <= 1_000,
      },
      {
        criterion: `memory grows by at most ${BARS.heapMb} MB, wherever one scrolls`,
        measured: `${most.toFixed(1)} MB`,
        holds: most <= BARS.heapMb,
      },
    ],
    raw: { loads, opens, idle, up, during, down, latest, heaps },
  };
  print(findings);
  await write(`${ARTIFACTS}history.json`, { at: new Date().toISOString(), quick: options.quick, load }, [
    findings,
  ]);
  if (findings.verdicts.some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  await reader.stop();
  await place.stop();
}
