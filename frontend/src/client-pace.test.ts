import { describe, expect, it } from '@jest/globals';
import { DRAWING, REFETCH_MS } from './features/people/constellation/index.js';
import { COUNTER_STEPS } from './features/site/landing/use-animated-count.js';
import { STATS_REFETCH_MS } from './features/site/landing/use-node-count.js';
import { LIGHTING } from './ui/lit-chart.js';
import { LOADING_DOTS } from './ui/loading-figure.js';

describe('client settings from the specification', () => {
  it('LIM-004 sets the intervals of the landing page', () => {
    expect(STATS_REFETCH_MS).toBe(60_000);
    expect(COUNTER_STEPS).toBe(20);
    expect(LOADING_DOTS).toEqual({ stepMs: 500, count: 3 });
    expect(LIGHTING).toEqual({ stepMs: 2_000, steps: 4 });
  });

  it('LIM-005 sets the refetch interval and the drawing of the constellation', () => {
    expect(REFETCH_MS).toBe(30_000);
    expect(DRAWING).toEqual({
      width: 800,
      height: 600,
      radius: 6,
      ownRadius: 8,
      clickTolerance: 5,
      zoomStep: 1.2,
      minZoom: 0.3,
      maxZoom: 3,
      maxExpandedZoom: 8,
    });
  });
});
