import { describe, expect, it } from '@jest/globals';
import { CONSTELLATION, maxLinksBetween } from './constellation.js';

describe('maxLinksBetween', () => {
  it('NXT-190 allows 2,000 links between up to 500 members, and four per member beyond', () => {
    expect([1, CONSTELLATION.nodes, 501, CONSTELLATION.maxNodes].map(maxLinksBetween)).toEqual([
      2_000, 2_000, 2_004, 8_000,
    ]);
  });
});
