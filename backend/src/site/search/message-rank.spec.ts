import { describe, expect, it } from '@jest/globals';
import { bestCursorOf, bestKeyOf, byRank, rankerOf } from './message-rank.js';

describe('rankerOf', () => {
  it.each([
    ['low tide', 'At low tide.', 0, 1],
    ['low tide', 'At LOW, tide', 0, 2],
    ['low tide', 'At low tides', 1, 1],
    ['low tide', 'The tide is low', 2, ' is '.length],
    ['low tide', 'low. low and tide', 2, ' and '.length],
    ['low tid', 'low, then tidal', 3, ', then '.length],
    ['low tid', 'tide, low, tidal', 1, 2],
    ['tide', 'tidal tide', 0, 0],
    ['tide', 'a tidepool', 1, 0],
    ['low low tide', 'low low tide', 0, 1],
    ['low low tide', 'low tide', 2, 1],
    ['新世界', '新世界へようこそ', 0, 0],
    ['新 世界', '新世界', 0, 0],
    ['世界 新', '新しい世界', 2, 'しい'.length],
    ['cafe ete', 'Café Été', 0, 1],
    ['low ti', 'low', 3, 'low'.length],
  ])('TLK-478 ranks for %s the text %s', (query, text, reason, between) => {
    expect(rankerOf(query)(text)).toEqual({ reason, between });
  });

  it('TLK-478 sorts by the order of the words, whole words, the characters between them, and time', () => {
    const rank = rankerOf('low tide');
    const texts = ['tide so low', 'low and tidepools', 'low tidepools', 'a low tide', 'tide low', 'low tide'];
    const sorted = texts.map((text, n) => ({ ...rank(text), id: `${n}`, text })).toSorted(byRank);
    expect(sorted.map(({ text }) => text)).toEqual([
      'low tide',
      'a low tide',
      'low tidepools',
      'tide low',
      'tide so low',
      'low and tidepools',
    ]);
  });
});

describe('bestCursorOf', () => {
  const [id, newest, oldest] = ['1', '9', '0'].map((last) => `019abb00-7f3c-7d2e-9a41-3b5c8d0e6f1${last}`);

  it('TLK-478 reads what bestKeyOf writes', () => {
    const cursor = { reason: 2, between: 14, id: id ?? '', newest: newest ?? '', oldest: oldest ?? '' };
    expect(bestCursorOf({ reason: 2, key: bestKeyOf(cursor) })).toEqual(cursor);
  });

  it.each([
    id ?? '',
    `x.${id}.${newest}.${oldest}`,
    `1.${id}.${newest}`,
    `1.${id}.${newest}.${oldest}.2`,
    '',
  ])('TLK-478 refuses %s', (key) => {
    expect(bestCursorOf({ reason: 0, key })).toBeUndefined();
  });
});
