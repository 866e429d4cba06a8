import { describe, expect, it } from '@jest/globals';
import { characterCount, grouped } from './text.js';

describe('characterCount and grouped', () => {
  it('counts Unicode characters rather than UTF-16 units', () => {
    expect(['', 'abc', '\u{1F30C}\u{1F30C}'].map(characterCount)).toEqual([0, 3, 2]);
  });

  it('groups digits like Intl', () => {
    const numbers = [0, 7, 999, 1_000, 12_345, 200_000, 1_000_000, 123_456_789, -1_234];
    expect(numbers.map(grouped)).toEqual(numbers.map((count) => count.toLocaleString('en-US')));
  });
});
