import { CONSTELLATION } from '@oniverse/contracts';
import type { Browser, CDPSession, Page } from '@playwright/test';

export const SYSTEMS = ['ours', 'force-graph'] as const;
export type System = (typeof SYSTEMS)[number];
export type State = 'simulating' | 'dragging' | 'settled' | 'zooming' | 'flying' | 'expanding';

/** CPU time of the main thread in one state, in milliseconds per frame. Other processes do not count. */
export interface Cost {
  system: System;
  nodes: number;
  state: State;
  /** Script time minus that of an empty page, averaged over all frames. */
  script: number;
  /** Total time, including painting, minus that of an empty page. */
  task: number;
  framesPerSecond: number;
}

const FRAME_MS = 1_000 / 60;
/** Duration of the measurement of each state. */
const MEASURE_MS = 3_000;
const MS_PER_SECOND = 1_000;

async function readTimes(session: CDPSession): Promise<{ script: number; task: number; at: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * MS_PER_SECOND;
  return { script: of('ScriptDuration'), task: of('TaskDuration'), at: performance.now() };
}

const framesOf = async (page: Page): Promise<number> =>
  Number(await page.evaluate('window.measured.frames()'));

async function measureFrames(page: Page, session: CDPSession, act: () => Promise<void>) {
  const framesBefore = await framesOf(page);
  const before = await readTimes(session);
  await act();
  const after = await readTimes(session);
  const frames = (await framesOf(page)) - framesBefore;
  const divisor = Math.max(1, frames);
  return {
    script: (after.script - before.script) / divisor,
    task: (after.task - before.task) / divisor,
    framesPerSecond: frames / ((after.at - before.at) / MS_PER_SECOND),
  };
}

async function drag(page: Page): Promise<void> {
  await page.mouse.move(20, 20);
  await page.mouse.down();
  const end = performance.now() + MEASURE_MS;
  for (let step = 0; performance.now() < end; step += 1) {
    // Back and forth over 200 pixels.
    const offset = Math.abs((step % 100) - 50) * 4;
    await page.mouse.move(20 + offset, 20 + offset / 2);
    await page.waitForTimeout(FRAME_MS);
  }
  await page.mouse.up();
}

async function zoomInAndOut(page: Page): Promise<void> {
  await page.mouse.move(400, 300);
  const end = performance.now() + MEASURE_MS;
  for (let step = 0; performance.now() < end; step += 1) {
    // Slowly in and out, over five steps of the zoom.
    await page.mouse.wheel(0, step % 80 < 40 ? -12 : 12);
    await page.waitForTimeout(FRAME_MS);
  }
}

/** Longer than a flight. */
const FLIGHT_MS = 650;

async function flyAround(page: Page, nodes: number): Promise<void> {
  const end = performance.now() + MEASURE_MS;
  for (let flight = 1; performance.now() < end; flight += 1) {
    await page.evaluate(`window.measured.flyTo(${(flight * 97) % nodes})`);
    await page.waitForTimeout(FLIGHT_MS);
  }
}

export async function measure(
  browser: Browser,
  url: string,
  system: System,
  nodes: number,
  settleMs: number,
): Promise<{ costs: Cost[]; settledAfterMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const wait = () => page.waitForTimeout(MEASURE_MS);
  // The baseline: counting frames and moving the mouse on an empty page.
  const idleBaseline = await measureFrames(page, session, wait);
  const dragBaseline = await measureFrames(page, session, () => drag(page));
  const startedAt = performance.now();
  await page.evaluate(`window.measured.start('${system}', ${nodes})`);
  const costs: Cost[] = [];
  const record = async (state: State, act: () => Promise<void>) => {
    const { script, task, framesPerSecond } = await measureFrames(page, session, act);
    const baseline = state === 'dragging' ? dragBaseline : idleBaseline;
    costs.push({
      system,
      nodes,
      state,
      script: Math.max(0, script - baseline.script),
      task: Math.max(0, task - baseline.task),
      framesPerSecond,
    });
  };
  await page.waitForTimeout(400);
  await record('simulating', wait);
  const settle = async () => {
    // The page looks every 100 ms.
    await page.waitForTimeout(1_000);
    await page.waitForFunction('window.measured.isSettled()', undefined, { timeout: settleMs });
    await page.waitForTimeout(1_000);
  };
  await page.waitForFunction('window.measured.isSettled()', undefined, { timeout: settleMs });
  const settledAfterMs = performance.now() - startedAt;
  await settle();
  await record('settled', wait);
  await record('dragging', () => drag(page));
  if (system === 'ours') {
    await record('zooming', () => zoomInAndOut(page));
    await record('flying', () => flyAround(page, nodes));
  }
  if (system === 'ours' && nodes > CONSTELLATION.nodes) {
    await page.evaluate('window.measured.shrink()');
    await settle();
    await page.evaluate('window.measured.expand()');
    await record('expanding', wait);
  }
  await context.close();
  return { costs, settledAfterMs };
}
