import type { Browser, CDPSession, Page } from 'playwright-core';

/** What is compared, in the same browser on the same data. */
export const SYSTEMS = ['ours', 'force-graph'] as const;
export type System = (typeof SYSTEMS)[number];
export type State = 'simulating' | 'dragging' | 'settled';

/** What a view costs the page's thread in one state, in milliseconds a frame. */
export interface Cost {
  system: System;
  nodes: number;
  state: State;
  /** Time in scripts beyond that of an empty page; of frames at which nothing was done too. */
  script: number;
  /** All that the page's thread did, painting too. */
  task: number;
  framesASecond: number;
}

const FRAME_MS = 1_000 / 60;
/** How long each state is watched. */
const WATCH_MS = 3_000;
const MS = 1_000;

async function spent(session: CDPSession): Promise<{ script: number; task: number; at: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * MS;
  return { script: of('ScriptDuration'), task: of('TaskDuration'), at: of('Timestamp') };
}

/** How many frames the browser has made on the page. */
const framesOf = async (page: Page): Promise<number> =>
  Number(await page.evaluate('window.measured.frames()'));

async function watch(page: Page, session: CDPSession, act: () => Promise<void>) {
  const framesBefore = await framesOf(page);
  const before = await spent(session);
  await act();
  const after = await spent(session);
  const frames = (await framesOf(page)) - framesBefore;
  const made = Math.max(1, frames);
  return {
    script: (after.script - before.script) / made,
    task: (after.task - before.task) / made,
    framesASecond: frames / ((after.at - before.at) / MS),
  };
}

async function drag(page: Page): Promise<void> {
  await page.mouse.move(20, 20);
  await page.mouse.down();
  const until = performance.now() + WATCH_MS;
  for (let step = 0; performance.now() < until; step += 1) {
    // To and fro over 200 pixels.
    const away = Math.abs((step % 100) - 50) * 4;
    await page.mouse.move(20 + away, 20 + away / 2);
    await page.waitForTimeout(FRAME_MS);
  }
  await page.mouse.up();
}

/** Measures one system at one size in all states, on a page of its own. */
export async function measure(
  browser: Browser,
  url: string,
  system: System,
  nodes: number,
  settleMs: number,
): Promise<Cost[]> {
  const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const page = await context.newPage();
  await page.goto(url);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'timeTicks' });
  const rest = () => page.waitForTimeout(WATCH_MS);
  // Counting frames and moving the mouse cost something too, with nothing on the page.
  const floorAtRest = await watch(page, session, rest);
  const floorDragging = await watch(page, session, () => drag(page));
  await page.evaluate(`window.measured.start('${system}', ${nodes})`);
  const costs: Cost[] = [];
  const note = async (state: State, act: () => Promise<void>) => {
    const { script, task, framesASecond } = await watch(page, session, act);
    const floor = state === 'dragging' ? floorDragging : floorAtRest;
    costs.push({
      system,
      nodes,
      state,
      script: Math.max(0, script - floor.script),
      task: Math.max(0, task - floor.task),
      framesASecond,
    });
  };
  await page.waitForTimeout(400);
  await note('simulating', rest);
  await page.waitForFunction('window.measured.isSettled()', undefined, { timeout: settleMs });
  await page.waitForTimeout(1_000);
  await note('settled', rest);
  await note('dragging', () => drag(page));
  await context.close();
  return costs;
}
