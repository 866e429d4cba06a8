import { describe, expect, it } from '@jest/globals';
import { characterCount, grouped } from './text.js';

describe('texts', () => {
  it('are counted by what is seen as one character in Unicode', () => {
    expect(['', 'abc', '\u{1F30C}\u{1F30C}'].map(characterCount)).toEqual([0, 3, 2]);
  });

  it('have numbers that read as Intl writes them', () => {
    const numbers = [0, 7, 999, 1_000, 12_345, 200_000, 1_000_000, 123_456_789, -1_234];
    expect(numbers.map(grouped)).toEqual(numbers.map((count) => count.toLocaleString('en-US')));
  });
});
