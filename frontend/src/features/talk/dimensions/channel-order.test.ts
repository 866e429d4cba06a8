import { describe, expect, it } from '@jest/globals';
import { movedBy, movedTo, placeOf } from './channel-order.js';

const isCategory = (id: string) => id === id.toUpperCase();
/** Two channels without a category, and the categories A and B. */
const ORDER = Array.from('abAcdBe');
const by = (id: string, step: -1 | 1) => movedBy(ORDER, id, step, isCategory).join('');
const to = (id: string, target: string) => movedTo(ORDER, id, target, isCategory).join('');

describe('the order of channels', () => {
  it('TLK-207 moves a channel by one place, into the next category and out of it', () => {
    expect([by('b', -1), by('b', 1), by('c', -1), by('e', -1)]).toEqual([
      'baAcdBe',
      'aAbcdBe',
      'abcAdBe',
      'abAcdeB',
    ]);
    expect([by('a', -1), by('e', 1)]).toEqual(['abAcdBe', 'abAcdBe']);
  });

  it('TLK-207 moves a category with its channels, never above those without one', () => {
    expect([by('A', 1), by('B', -1), by('A', -1), by('B', 1)]).toEqual([
      'abBeAcd',
      'abBeAcd',
      'abAcdBe',
      'abAcdBe',
    ]);
  });

  it('TLK-207 puts what is dragged at the place of another entry', () => {
    expect([to('a', 'd'), to('e', 'A'), to('a', 'B'), to('d', 'a')]).toEqual([
      'bAcdaBe',
      'abeAcdB',
      'bAcdBae',
      'dabAcBe',
    ]);
    expect([to('B', 'c'), to('A', 'e'), to('B', 'a')]).toEqual(['abBeAcd', 'abBeAcd', 'abBeAcd']);
  });

  it('TLK-207 names the place of a channel in its category, and that of a category', () => {
    expect(placeOf(ORDER, 'd', isCategory)).toEqual({ position: 2, count: 2, category: 'A' });
    expect(placeOf(ORDER, 'a', isCategory)).toEqual({ position: 1, count: 2, category: undefined });
    expect(placeOf(ORDER, 'B', isCategory)).toEqual({ position: 2, count: 2, category: undefined });
  });
});
