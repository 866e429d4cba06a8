import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import { drawCalls, installCanvas } from '../../../../testing/canvas.js';
import { atTestEnd } from '../../../../testing/reset.js';
import { graphOf } from '../graph.js';
import { ConstellationRenderer } from './constellation-renderer.js';

const idOf = (index: number) => `m${String(index).padStart(2, '0')}`;
const member = (index: number) => ({
  id: idOf(index),
  username: `member_${index}`,
  displayName: null,
  isCurrentUser: index === 0,
});
const line = (from: number, to: number) => ({
  fromUserId: idOf(from),
  toUserId: idOf(to),
  strength: 1,
  sharedTags: ['maps'],
});
const NETWORK: Constellation = {
  users: [0, 1, 2, 3].map(member),
  connections: [line(0, 1), line(1, 2)],
};
const LINKED: Constellation = { ...NETWORK, connections: [...NETWORK.connections, line(2, 3)] };

/** Longer than any small layout takes to settle and any transition to end. */
const LONG_MS = 30_000;
const ACCENT = '#0a0';

let visibility: DocumentVisibilityState = 'visible';
function setPageVisibility(next: DocumentVisibilityState): void {
  visibility = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

let renderer: ConstellationRenderer;
let frames: jest.Spied<typeof requestAnimationFrame>;
let timers: jest.Spied<typeof setTimeout>;
const ready = jest.fn();
const positions = () => NETWORK.users.map((_, node) => renderer.positionOf(node));
/** @returns the draw calls in that time */
async function advance(ms: number) {
  drawCalls.length = 0;
  await jest.advanceTimersByTimeAsync(ms);
  return [...drawCalls];
}
/** Expects no drawing in that time. @returns the number of frames and timers requested */
async function countRequests(): Promise<number> {
  frames.mockClear();
  timers.mockClear();
  expect(await advance(LONG_MS)).toEqual([]);
  return frames.mock.calls.length + timers.mock.calls.length;
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  frames = jest.spyOn(globalThis, 'requestAnimationFrame');
  timers = jest.spyOn(globalThis, 'setTimeout');
  installCanvas();
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  document.documentElement.style.setProperty('--accent', ACCENT);
  ready.mockClear();
  renderer = new ConstellationRenderer(document.createElement('canvas'), {
    onReady: ready,
    onFail: () => undefined,
    you: 'you',
  });
  atTestEnd(() => renderer.stop());
});

describe('ConstellationRenderer', () => {
  it('CON-007 moves until the layout has settled, then requests no frames and no timers', async () => {
    renderer.setGraph(graphOf(NETWORK), false);
    await advance(200);
    expect(ready).toHaveBeenCalledTimes(1);
    const early = positions();
    expect(renderer.isIdle).toBe(false);
    await advance(LONG_MS);
    expect(positions()).not.toEqual(early);
    expect([renderer.isIdle, await countRequests()]).toEqual([true, 0]);
    renderer.camera.pan(10, 0);
    expect(frames).toHaveBeenCalledTimes(1);
    expect((await advance(LONG_MS)).length).toBeGreaterThan(0);
    expect([renderer.isIdle, await countRequests()]).toEqual([true, 0]);
  });

  it('pauses while the page is hidden and resumes', async () => {
    renderer.setGraph(graphOf(NETWORK), false);
    await advance(200);
    setPageVisibility('hidden');
    await advance(1_000);
    const paused = positions();
    expect(await countRequests()).toBe(0);
    expect(positions()).toEqual(paused);
    setPageVisibility('visible');
    await advance(LONG_MS);
    expect(positions()).not.toEqual(paused);
    expect(renderer.isIdle).toBe(true);
  });

  it('LIV-006 animates a new link from node to node, then fades it to the normal style', async () => {
    renderer.setGraph(graphOf(NETWORK), false);
    await advance(LONG_MS);
    renderer.setGraph(graphOf(LINKED), false);
    const lengths = async (ms: number) => {
      const bright = (await advance(ms)).filter(({ stroke }) => stroke === ACCENT);
      const ends = bright.flatMap(({ method, args }) =>
        method === 'moveTo' || method === 'lineTo' ? [args] : [],
      );
      const [from, to] = ends.slice(-2);
      return from && to ? Math.hypot(Number(to[0]) - Number(from[0]), Number(to[1]) - Number(from[1])) : 0;
    };
    const [short, longer] = [await lengths(100), await lengths(300)];
    expect(short).toBeGreaterThan(0);
    expect(longer).toBeGreaterThan(short);
    await advance(LONG_MS);
    expect(renderer.isIdle).toBe(true);
    drawCalls.length = 0;
    renderer.camera.pan(1, 0);
    await advance(LONG_MS);
    expect(drawCalls.filter(({ stroke }) => stroke === ACCENT)).toEqual([]);
  });

  it('shows a change immediately with reduced motion', async () => {
    renderer.setGraph(graphOf(NETWORK), true);
    await advance(LONG_MS);
    renderer.setGraph(graphOf(LINKED), true);
    const bright = (await advance(50)).filter(({ stroke }) => stroke === ACCENT);
    expect(bright).toEqual([]);
    expect([renderer.isIdle, await countRequests()]).toEqual([true, 0]);
  });

  it('keeps the positions of nodes when a new node arrives', async () => {
    renderer.setGraph(graphOf(LINKED), false);
    await advance(LONG_MS);
    const before = positions();
    renderer.setGraph(graphOf({ ...LINKED, users: [...LINKED.users, member(4)] }), false);
    expect(positions()).toEqual(before);
    await advance(LONG_MS);
    for (const [node, { x, y }] of positions().entries()) {
      const moved = Math.hypot(x - (before[node]?.x ?? Infinity), y - (before[node]?.y ?? Infinity));
      expect(moved).toBeLessThan(120);
    }
  });

  it('NXT-124 arranges a node without a place, although the others keep theirs', async () => {
    renderer.setGraph(graphOf(LINKED), true);
    await advance(LONG_MS);
    const more = { users: [...LINKED.users, member(4)], connections: [...LINKED.connections, line(0, 4)] };
    renderer.setGraph(graphOf(more), true, true);
    await advance(LONG_MS);
    expect(Object.values(renderer.positionOf(4)).every(Number.isFinite)).toBe(true);
  });

  it('paints black on white for printing without waiting for a frame, and restores the colours afterwards', async () => {
    document.documentElement.style.setProperty('--bg', '#06090c');
    renderer.refreshPalette();
    renderer.setGraph(graphOf(NETWORK), true);
    await advance(LONG_MS);
    const grounds = () =>
      drawCalls.splice(0).flatMap(({ method, fill }) => (method === 'fillRect' ? [fill] : []));
    grounds();
    renderer.setPrinting(true);
    expect(grounds()).toEqual(['#fff']);
    renderer.setPrinting(false);
    expect(grounds()).toEqual(['#06090c']);
    document.documentElement.style.removeProperty('--bg');
  });
});
