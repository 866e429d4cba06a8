import { describe, expect, it } from '@jest/globals';
import { CLIENT_PACE, CONSTELLATION_VIEW } from './limits.js';

describe('constants that the specification names', () => {
  it('LIM-004 the pace of the landing page', () => {
    expect(CLIENT_PACE).toMatchObject({
      statsRefetchMs: 60_000,
      counterSteps: 20,
      loadingDotMs: 500,
      loadingDots: 3,
      landingStepMs: 2_000,
      landingSteps: 4,
    });
  });

  it('LIM-005 how often the constellation is fetched, and how it is drawn', () => {
    expect(CLIENT_PACE.constellationRefetchMs).toBe(30_000);
    expect(CONSTELLATION_VIEW).toEqual({
      width: 800,
      height: 600,
      radius: 6,
      ownRadius: 8,
      clickTolerance: 5,
      zoomStep: 1.2,
      minZoom: 0.3,
      maxZoom: 3,
    });
  });
});
