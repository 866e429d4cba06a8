import { afterEach, expect, it, jest } from '@jest/globals';
import { ForceLayout } from './force-layout.js';
import type { LayoutUpdate } from './layout-protocol.js';
import { createLayoutService } from './layout-service.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it('NXT-191 settles a layout within seven seconds, however long its ticks take', () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const tick = jest.spyOn(ForceLayout.prototype, 'tick');
  const updates: LayoutUpdate[] = [];
  createLayoutService((update) => updates.push(update))({
    kind: 'arrange',
    requestId: 1,
    positions: new Float32Array(4).fill(Number.NaN),
    ends: Uint32Array.of(0, 1),
    strengths: Float32Array.of(1),
    clusters: Int32Array.of(-1, -1),
    own: 0,
    alpha: 1,
    immediate: true,
  });
  expect(updates).toMatchObject([{ requestId: 1, settled: true }]);
  // Each tick takes 100 ms. By default there are 300.
  expect(tick.mock.calls.length).toBeGreaterThanOrEqual(69);
  expect(tick.mock.calls.length).toBeLessThanOrEqual(71);
});
