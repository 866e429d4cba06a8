import { describe, expect, it } from '@jest/globals';
import { moveInGrid } from './grid-moves.js';

const ROWS = ['abc', 'd', 'efg'].map((row) => row.split(''));

/** Returns the cells after each key, from the first. */
function walk(keys: string): string {
  let place = { row: 0, column: 0 };
  return keys
    .split(' ')
    .map((key) => {
      place = moveInGrid(place, `Arrow${key}`, ROWS) ?? place;
      return ROWS[place.row]?.[place.column];
    })
    .join('');
}

describe('moveInGrid', () => {
  it('goes on in the next row, and stops at the ends', () => {
    expect(walk('Left Right Right Right Right Right Right Right')).toBe('abcdefgg');
    expect(walk('Down Left Left Up')).toBe('dcbb');
  });

  it('goes to the nearest place in a shorter row', () => {
    expect(walk('Right Right Down Down Down Up')).toBe('bcdeed');
  });

  it('leaves other keys and an empty grid alone', () => {
    expect(moveInGrid({ row: 0, column: 0 }, 'Enter', ROWS)).toBeUndefined();
    expect(moveInGrid({ row: 0, column: 0 }, 'ArrowDown', [])).toEqual({ row: 0, column: 0 });
  });
});
