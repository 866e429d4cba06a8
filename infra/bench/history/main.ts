import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { print, writeFindings } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { measureHostile } from './hostile.js';
import { observeIdle, type ScrollResult, scrollToMessage } from './in-page.js';
import { LATEST, startFixture } from './fixture.js';
import { measureLaden } from './laden.js';
import { Reader } from './reader.js';

/**
 * Measures channels in a real browser: opening a long one, scrolling to its first message and down again, new messages
 * while scrolled up, typing, memory, pages of messages with reactions and quotes or with pictures, and parsing hostile messages. Needs Chromium
 * at CHROMIUM_PATH and the built client. `--quick` uses a tenth of the messages.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const MESSAGES = options.quick ? 1_000 : 10_000;
const ARRIVALS = 100;
const KEYS = 100;
const VISITS = 5;
/** Pixels per frame: two thirds of the view in a tenth of a second. */
const SPEED = 100;
const LIMIT_MS = 300_000;
/** `frameMs` is CPU time: half of a frame at 60 frames per second. */
const LIMITS = { openMs: 1_500, frameMs: 1_000 / 120, heapMb: 5, movedPx: 1 } as const;
// From infra/bench/dist/history.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

const medianOf = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const perSecond = (frames: readonly number[]) =>
  (frames.length * 1_000) / frames.reduce((all, each) => all + each, 0);
const longest = (frames: readonly number[]) => Math.max(...frames);

interface Costs {
  frames: number[];
  /** Main-thread CPU time per frame in milliseconds. */
  cpu: number;
}

const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);
const fixture = await startFixture(MESSAGES);
const reader = await Reader.start(fixture);
const { page } = reader;

async function measureCpu<T extends { frames: number[] }>(act: () => Promise<T>): Promise<T & Costs> {
  const before = await reader.cpuMs();
  const result = await act();
  return { ...result, cpu: ((await reader.cpuMs()) - before) / result.frames.length };
}
const scroll = (speed: number, goal: number) =>
  measureCpu(() => page.evaluate(scrollToMessage, { speed, goal, limitMs: LIMIT_MS }));
const stayIdle = (ms: number) => measureCpu(() => page.evaluate(observeIdle, ms));

/** Returns the main-thread CPU time of a key in the composer, in milliseconds. */
async function measureTyping(): Promise<number> {
  await page.getByRole('textbox', { name: /^Message #/u }).focus();
  const before = await reader.cpuMs();
  await page.keyboard.type('a'.repeat(KEYS), { delay: 20 });
  return ((await reader.cpuMs()) - before) / KEYS;
}

try {
  const loads: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    loads.push(await reader.timeUntil(LATEST, () => page.goto(fixture.url)));
  }
  const opens: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    await reader.openCatalogue();
    opens.push(await reader.timeUntil(LATEST, () => page.goBack()));
  }
  const heapBefore = await reader.heap();
  const idle = await stayIdle(2_000);

  const up = await scroll(-SPEED, 1);
  const heapTop = await reader.heap();

  const arriving = (async () => {
    for (let count = 1; count <= ARRIVALS; count += 1) await fixture.send(`New message ${count}`);
  })();
  const withArrivals = await stayIdle(4_000);
  await arriving;
  const heapAfterArrivals = await reader.heap();

  const key = await measureTyping();

  const down = await scroll(SPEED, Math.round(MESSAGES / 2));
  const latest = await reader.timeUntil(`New message ${ARRIVALS}`, () =>
    page.getByRole('button', { name: /latest/ }).click(),
  );
  await page.waitForTimeout(1_000);
  const heapBottom = await reader.heap();

  const row = (name: string, { cpu, frames, ...counts }: Costs & Partial<ScrollResult>) => [
    name,
    cpu.toFixed(2),
    perSecond(frames).toFixed(1),
    longest(frames).toFixed(0),
    ...[counts.empty, counts.torn, counts.elements].map((count) => String(count ?? '')),
  ];
  const heaps = {
    before: heapBefore,
    top: heapTop,
    'after new messages': heapAfterArrivals,
    bottom: heapBottom,
  };
  const growth = Math.max(heapTop, heapAfterArrivals, heapBottom) - heapBefore;
  const findings: Findings = {
    title: `Channel with ${MESSAGES} messages`,
    table: [
      ['', 'CPU ms per frame', 'frames/s', 'longest frame ms', 'empty frames', 'torn frames', 'elements'],
      row('idle', idle),
      row('scrolling to the first message', up),
      row(`idle with ${ARRIVALS} new messages`, withArrivals),
      row('scrolling halfway down', down),
      ...Object.entries(heaps).map(([when, mb]) => [`heap ${when}`, `${mb.toFixed(1)} MB`]),
    ],
    verdicts: [
      {
        criterion: `opens within ${LIMITS.openMs} ms, by page load and from the catalogue`,
        measured: `${medianOf(loads).toFixed(0)} ms, ${medianOf(opens).toFixed(0)} ms`,
        isMet: Math.max(medianOf(loads), medianOf(opens)) <= LIMITS.openMs,
      },
      {
        criterion: `scrolling up or down needs at most ${LIMITS.frameMs.toFixed(1)} ms of main-thread CPU time per frame`,
        measured: `${up.cpu.toFixed(2)} ms, ${down.cpu.toFixed(2)} ms`,
        isMet: Math.max(up.cpu, down.cpu) <= LIMITS.frameMs,
      },
      {
        criterion: 'scrolling reaches the first message without torn frames',
        measured: `${up.reached}; ${up.torn + down.torn} torn`,
        isMet: up.reached === 1 && up.torn + down.torn === 0,
      },
      {
        criterion: `${ARRIVALS} new messages need at most ${LIMITS.frameMs.toFixed(1)} ms per frame and move nothing`,
        measured: `${withArrivals.cpu.toFixed(2)} ms; ${withArrivals.moved.toFixed(1)} px`,
        isMet: withArrivals.cpu <= LIMITS.frameMs && withArrivals.moved <= LIMITS.movedPx,
      },
      {
        criterion: 'one click shows the latest messages within a second',
        measured: `${latest.toFixed(0)} ms`,
        isMet: latest <= 1_000,
      },
      {
        criterion: `a key in the composer needs at most ${LIMITS.frameMs.toFixed(1)} ms beside the loaded messages`,
        measured: `${key.toFixed(2)} ms`,
        isMet: key <= LIMITS.frameMs,
      },
      {
        criterion: `memory grows by at most ${LIMITS.heapMb} MB while scrolling`,
        measured: `${growth.toFixed(1)} MB`,
        isMet: growth <= LIMITS.heapMb,
      },
    ],
    raw: { loads, opens, idle, up, withArrivals, key, down, latest, heaps },
  };
  const answered = await measureLaden(reader, fixture, {
    room: fixture.answeredRoom,
    title: 'A page of messages, each with reactions and a quote',
    name: 'with both',
  });
  const pictured = await measureLaden(reader, fixture, {
    room: fixture.picturedRoom,
    title: 'A page of messages, each with a picture',
    name: 'with pictures',
  });
  const all = [findings, answered, pictured, measureHostile()];
  for (const each of all) print(each);
  await writeFindings(
    `${ARTIFACTS}history.json`,
    { at: new Date().toISOString(), quick: options.quick, load },
    all,
  );
  if (all.some(({ verdicts }) => verdicts.some(({ isMet }) => !isMet))) process.exitCode = 1;
} finally {
  await reader.stop();
  await fixture.stop();
}
