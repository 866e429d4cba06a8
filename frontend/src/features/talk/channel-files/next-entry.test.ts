import { describe, expect, it } from '@jest/globals';
import { nextEntry } from './next-entry.js';

describe('nextEntry', () => {
  // 0 1 2
  // 3 (a folded message, across)
  // 4 5
  const places = [
    { top: 0, left: 0 },
    { top: 0, left: 100 },
    { top: 1, left: 200 },
    { top: 100, left: 0 },
    { top: 200, left: 0 },
    { top: 200, left: 100 },
  ];

  it.each([
    [0, 'ArrowRight', 1],
    [2, 'ArrowRight', 3],
    [5, 'ArrowRight', undefined],
    [3, 'ArrowLeft', 2],
    [0, 'ArrowLeft', undefined],
    [1, 'ArrowDown', 3],
    [3, 'ArrowDown', 4],
    [5, 'ArrowDown', undefined],
    [5, 'ArrowUp', 3],
    [3, 'ArrowUp', 0],
    [1, 'ArrowUp', undefined],
    [4, 'Home', 0],
    [0, 'End', 5],
    [0, 'a', undefined],
  ])('TLK-387 leads from %i by %s to %s', (at, key, next) => {
    expect(nextEntry(places, at, key)).toBe(next);
  });

  it('TLK-387 keeps the column between rows', () => {
    const grid = [0, 100].flatMap((top) => [0, 100, 200].map((left) => ({ top, left })));
    expect(nextEntry(grid, 1, 'ArrowDown')).toBe(4);
    expect(nextEntry(grid, 5, 'ArrowUp')).toBe(2);
  });
});
