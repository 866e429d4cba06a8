import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { SESSION_STORAGE_KEY } from '@oniverse/contracts';
import { installReferences } from './pages.js';

const VIEWPORT = { width: 1_440, height: 900 };
const OPEN_TIMEOUT_MS = 60_000;
/** Pixels per second: fast scrolling with a mouse wheel. */
const SPEED = 2_400;
const SCROLL_PX = 14_400;

export interface Scrolled {
  framesPerSecond: number;
  /** 95th percentile of the frame time in milliseconds. */
  slow: number;
  /** Main-thread CPU time per frame in milliseconds. A frame has 16 ms. */
  busy: number;
  /** Share of frames in which a card in view showed only its placeholder. */
  unpainted: number;
}

/** Records when all cards in view are drawn with their pictures, in milliseconds since navigation start. */
const WATCH_OPENING = `
  (() => {
    const isDrawn = () => {
      const cards = [...document.querySelectorAll('main article')];
      const seen = cards.filter((card) => card.getBoundingClientRect().top < innerHeight);
      if (seen.length === 0 || cards.at(-1).getBoundingClientRect().bottom < innerHeight) return false;
      return seen.every((card) =>
        [...card.querySelectorAll('img')].every(({ complete, naturalWidth }) => complete && naturalWidth > 0));
    };
    const check = () => {
      if (document.body && isDrawn()) {
        // This frame's state is painted in the next frame.
        requestAnimationFrame(() => { window.openedAfter = performance.now(); });
      } else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  })();`;

const COUNT_FRAMES = `
  window.frames_ = { at: [], unpainted: 0, on: true };
  (function tick(now) {
    const { frames_: frames } = window;
    if (!frames.on) return;
    frames.at.push(now);
    const images = [...document.querySelectorAll('main article img')].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    if (images.some(({ complete, naturalWidth }) => !complete || naturalWidth === 0)) frames.unpainted += 1;
    requestAnimationFrame(tick);
  })(performance.now());`;

async function openPage(browser: Browser, url: string, sessionId: string): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url });
  await context.addInitScript(`localStorage.setItem('${SESSION_STORAGE_KEY}', '${sessionId}')`);
  await context.addInitScript(WATCH_OPENING);
  const page = await context.newPage();
  await installReferences(page);
  return page;
}

/** Polls an expression until it is truthy, because the page's content security policy blocks `waitForFunction`. */
async function waitForValue(page: Page, expression: string): Promise<unknown> {
  const deadline = Date.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    const value: unknown = await page.evaluate(expression);
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`${page.url()} was not drawn in time`);
    await wait(50);
  }
}

const waitForOpened = async (page: Page): Promise<number> =>
  Number(await waitForValue(page, 'window.openedAfter'));

/** In milliseconds from navigation start: `first` with an empty browser cache, `again` with a filled one. */
export interface Opened {
  first: number;
  again: number;
  /** Main-thread CPU time of the first visit in milliseconds. */
  busy: number;
}

export async function measureOpening(
  browser: Browser,
  url: string,
  sessionId: string,
  path: string,
): Promise<Opened> {
  const page = await openPage(browser, url, sessionId);
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(path);
    const first = await waitForOpened(page);
    const busy = await mainThreadCpuMs(session);
    await page.goto(path);
    return { first, busy, again: await waitForOpened(page) };
  } finally {
    await page.context().close();
  }
}

export async function measureScrolling(
  browser: Browser,
  url: string,
  sessionId: string,
  path: string,
): Promise<Scrolled> {
  const page = await openPage(browser, url, sessionId);
  try {
    await page.goto(path);
    await waitForValue(
      page,
      'document.body.dataset.isWhole || (!document.querySelector("[data-plain]") && window.openedAfter)',
    );
    const session = await page.context().newCDPSession(page);
    await page.waitForLoadState('networkidle');
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(COUNT_FRAMES);
    const before = await mainThreadCpuMs(session);
    await session.send('Input.synthesizeScrollGesture', {
      x: VIEWPORT.width / 2,
      y: VIEWPORT.height / 2,
      yDistance: -SCROLL_PX,
      speed: SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    const recorded: unknown = await page.evaluate(
      '(window.frames_.on = false, [scrollY, window.frames_.unpainted, ...window.frames_.at])',
    );
    return toScrolled(recorded, (await mainThreadCpuMs(session)) - before, path);
  } finally {
    await page.context().close();
  }
}

async function mainThreadCpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

function toScrolled(recorded: unknown, busy: number, path: string): Scrolled {
  const numbers = Array.isArray(recorded) ? recorded.map(Number) : [];
  const [distance = 0, unpainted = 0, ...at] = numbers;
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined || distance < SCROLL_PX / 2) {
    throw new Error(`${path} scrolled only ${distance} px`);
  }
  const frames = at.slice(1).map((time, index) => time - (at[index] ?? time));
  const sorted = frames.toSorted((a, b) => a - b);
  return {
    framesPerSecond: (frames.length / (last - first)) * 1_000,
    slow: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    busy: busy / frames.length,
    unpainted: unpainted / at.length,
  };
}
