import { setTimeout as wait } from 'node:timers/promises';
import { STORAGE_KEYS } from '@oniverse/contracts';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { installReferences } from './pages.js';

const VIEWPORT = { width: 1_440, height: 900 };
const OPEN_WITHIN_MS = 60_000;
/** Pixels a second: a brisk turn of the wheel. */
const SPEED = 2_400;
const SCROLL_PX = 14_400;

/** How a page scrolled. */
export interface Scrolled {
  framesASecond: number;
  /** Milliseconds of the frame that 95 of 100 are shorter than. */
  slow: number;
  /** Milliseconds of the processor that the page's own thread took for a frame, in which it has 16. */
  busy: number;
  /** The part of the frames in which a card in view had no picture yet, only its blur. */
  unpainted: number;
}

/**
 * Runs in the page from its first moment: notes when the cards in the window are drawn, pictures and all, to below its
 * lower edge, in milliseconds since the navigation began.
 */
const WATCH_OPENING = `
  (() => {
    const isDrawn = () => {
      const cards = [...document.querySelectorAll('main article')];
      const seen = cards.filter((card) => card.getBoundingClientRect().top < innerHeight);
      if (seen.length === 0 || cards.at(-1).getBoundingClientRect().bottom < innerHeight) return false;
      return seen.every((card) =>
        [...card.querySelectorAll('img')].every(({ complete, naturalWidth }) => complete && naturalWidth > 0));
    };
    const look = () => {
      if (document.body && isDrawn()) {
        // What was found in this frame is painted in the next one.
        requestAnimationFrame(() => { window.openedAfter = performance.now(); });
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })();`;

/** Counts frames while the page scrolls. */
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

async function visitor(browser: Browser, url: string, sessionId: string): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url });
  await context.addInitScript(`localStorage.setItem('${STORAGE_KEYS.session}', '${sessionId}')`);
  await context.addInitScript(WATCH_OPENING);
  const page = await context.newPage();
  await installReferences(page);
  return page;
}

/** Asks a page again and again: its content security policy lets nothing be evaluated in it that waits there. */
async function truthOf(page: Page, expression: string): Promise<unknown> {
  const until = Date.now() + OPEN_WITHIN_MS;
  for (;;) {
    const value: unknown = await page.evaluate(expression);
    if (value) return value;
    if (Date.now() > until) throw new Error(`${page.url()} was not drawn`);
    await wait(50);
  }
}

const opened = async (page: Page): Promise<number> => Number(await truthOf(page, 'window.openedAfter'));

/** How a page opened: from the navigation to the last card in view drawn, in milliseconds. */
export interface Opened {
  /** With nothing kept by the browser. */
  first: number;
  /** With its files kept, as for who comes back. */
  again: number;
  /** Milliseconds of the processor that the page's own thread took for the first visit. */
  busy: number;
}

/** Opens a page in a browser that knows nothing of it, and once more. */
export async function measureOpening(
  browser: Browser,
  url: string,
  sessionId: string,
  path: string,
): Promise<Opened> {
  const page = await visitor(browser, url, sessionId);
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(path);
    const first = await opened(page);
    const busy = await spent(session);
    await page.goto(path);
    return { first, busy, again: await opened(page) };
  } finally {
    await page.context().close();
  }
}

/** Scrolls a page by the wheel, as far down as there are some thousand pixels. */
export async function measureScrolling(
  browser: Browser,
  url: string,
  sessionId: string,
  path: string,
): Promise<Scrolled> {
  const page = await visitor(browser, url, sessionId);
  try {
    await page.goto(path);
    await truthOf(
      page,
      'document.body.dataset.isWhole || (!document.querySelector("[data-plain]") && window.openedAfter)',
    );
    const session = await page.context().newCDPSession(page);
    await page.waitForLoadState('networkidle');
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(COUNT_FRAMES);
    const before = await spent(session);
    await session.send('Input.synthesizeScrollGesture', {
      x: VIEWPORT.width / 2,
      y: VIEWPORT.height / 2,
      yDistance: -SCROLL_PX,
      speed: SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    const told: unknown = await page.evaluate(
      '(window.frames_.on = false, [scrollY, window.frames_.unpainted, ...window.frames_.at])',
    );
    return scrolledOf(told, (await spent(session)) - before, path);
  } finally {
    await page.context().close();
  }
}

/** What the page's thread has taken of the processor, in milliseconds. */
async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

function scrolledOf(told: unknown, busy: number, path: string): Scrolled {
  const numbers = Array.isArray(told) ? told.map(Number) : [];
  const [way = 0, unpainted = 0, ...at] = numbers;
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined || way < SCROLL_PX / 2) {
    throw new Error(`${path} did not scroll: ${way} px`);
  }
  const frames = at.slice(1).map((time, place) => time - (at[place] ?? time));
  const sorted = frames.toSorted((a, b) => a - b);
  return {
    framesASecond: (frames.length / (last - first)) * 1_000,
    slow: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    busy: busy / frames.length,
    unpainted: unpainted / at.length,
  };
}
