import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import { drawn, installCanvas } from '../../../testing/canvas.js';
import { graphOf } from '../graph.js';
import { Chart } from './chart.js';

const idOf = (place: number) => `m${String(place).padStart(2, '0')}`;
const member = (place: number) => ({
  id: idOf(place),
  username: `member_${place}`,
  displayName: null,
  isCurrentUser: place === 0,
});
const line = (from: number, to: number) => ({
  fromUserId: idOf(from),
  toUserId: idOf(to),
  strength: 1,
  sharedTags: ['maps'],
});
const SKY: Constellation = {
  users: [0, 1, 2, 3].map(member),
  connections: [line(0, 1), line(1, 2)],
};
const LINKED: Constellation = { ...SKY, connections: [...SKY.connections, line(2, 3)] };

/** Longer than any chart of a few members takes to settle, and any change to be shown. */
const LONG_MS = 30_000;
const ACCENT = '#0a0';

let visibility: DocumentVisibilityState = 'visible';
function turn(next: DocumentVisibilityState): void {
  visibility = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

let chart: Chart;
let frames: jest.Spied<typeof requestAnimationFrame>;
let steps: jest.Spied<typeof setTimeout>;
const ready = jest.fn();
const places = () => SKY.users.map((_, node) => chart.placeOf(node));
/** Lets time go by. @returns what was drawn meanwhile */
async function pass(ms: number) {
  drawn.length = 0;
  await jest.advanceTimersByTimeAsync(ms);
  return [...drawn];
}
/** Lets a long time go by, in which nothing may be asked for. @returns how many frames and timers were */
async function asked(): Promise<number> {
  frames.mockClear();
  steps.mockClear();
  expect(await pass(LONG_MS)).toEqual([]);
  return frames.mock.calls.length + steps.mock.calls.length;
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  frames = jest.spyOn(globalThis, 'requestAnimationFrame');
  steps = jest.spyOn(globalThis, 'setTimeout');
  installCanvas();
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  document.documentElement.style.setProperty('--accent', ACCENT);
  ready.mockClear();
  chart = new Chart(document.createElement('canvas'), {
    onView: () => undefined,
    onReady: ready,
    onFail: () => undefined,
    you: 'you',
  });
});

afterEach(() => {
  chart.stop();
  turn('visible');
  document.documentElement.style.removeProperty('--accent');
  frames.mockRestore();
  steps.mockRestore();
  jest.useRealTimers();
});

describe('the chart', () => {
  it('CON-007 moves until it has settled, and then asks for no frame and no time any more', async () => {
    chart.show(graphOf(SKY), false);
    await pass(200);
    expect(ready).toHaveBeenCalledTimes(1);
    const early = places();
    expect(chart.isAtRest).toBe(false);
    await pass(LONG_MS);
    expect(places()).not.toEqual(early);
    expect([chart.isAtRest, await asked()]).toEqual([true, 0]);
    chart.pan(10, 0);
    expect(frames).toHaveBeenCalledTimes(1);
    expect((await pass(LONG_MS)).length).toBeGreaterThan(0);
    expect([chart.isAtRest, await asked()]).toEqual([true, 0]);
  });

  it('pauses while nobody sees the page, and goes on from there', async () => {
    chart.show(graphOf(SKY), false);
    await pass(200);
    turn('hidden');
    await pass(1_000);
    const paused = places();
    expect(await asked()).toBe(0);
    expect(places()).toEqual(paused);
    turn('visible');
    await pass(LONG_MS);
    expect(places()).not.toEqual(paused);
    expect(chart.isAtRest).toBe(true);
  });

  it('LIV-006 draws a new line from star to star, and lets it pale to a line like others', async () => {
    chart.show(graphOf(SKY), false);
    await pass(LONG_MS);
    chart.show(graphOf(LINKED), false);
    const lengths = async (ms: number) => {
      const bright = (await pass(ms)).filter(({ stroke }) => stroke === ACCENT);
      const ends = bright.flatMap(({ what, args }) => (what === 'moveTo' || what === 'lineTo' ? [args] : []));
      const [from, to] = ends.slice(-2);
      return from && to ? Math.hypot(Number(to[0]) - Number(from[0]), Number(to[1]) - Number(from[1])) : 0;
    };
    const [short, longer] = [await lengths(100), await lengths(300)];
    expect(short).toBeGreaterThan(0);
    expect(longer).toBeGreaterThan(short);
    await pass(LONG_MS);
    expect(chart.isAtRest).toBe(true);
    drawn.length = 0;
    chart.pan(1, 0);
    await pass(LONG_MS);
    expect(drawn.filter(({ stroke }) => stroke === ACCENT)).toEqual([]);
  });

  it('shows a change at once where less motion is asked for', async () => {
    chart.show(graphOf(SKY), true);
    await pass(LONG_MS);
    chart.show(graphOf(LINKED), true);
    // One frame.
    const bright = (await pass(50)).filter(({ stroke }) => stroke === ACCENT);
    expect(bright).toEqual([]);
    expect([chart.isAtRest, await asked()]).toEqual([true, 0]);
  });

  it('keeps who was there where they are drawn when somebody comes', async () => {
    chart.show(graphOf(SKY), false);
    await pass(LONG_MS);
    const before = places();
    chart.show(graphOf({ ...LINKED, users: [...LINKED.users, member(4)] }), false);
    expect(places()).toEqual(before);
    await pass(LONG_MS);
    for (const [node, { x, y }] of places().entries()) {
      const moved = Math.hypot(x - (before[node]?.x ?? Infinity), y - (before[node]?.y ?? Infinity));
      expect(moved).toBeLessThan(120);
    }
  });
});
