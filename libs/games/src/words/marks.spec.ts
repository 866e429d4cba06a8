import { describe, expect, it } from '@jest/globals';
import { describeMarks, lettersAfter, marksOf } from './marks.js';

describe('marks of a guess', () => {
  it.each([
    ['ember', 'ember', 'xxxxx'],
    ['ember', 'crowd', '-o---'],
    ['ember', 'brake', 'oo--o'],
    // One `e` of the guess is in place, one is elsewhere, and the word has no third one.
    ['ember', 'eerie', 'xoo--'],
    ['abide', 'added', 'xo-o-'],
    ['allow', 'lolly', 'oox--'],
    // A letter in place counts first, so the earlier ones are not in the word.
    ['paper', 'error', 'o---x'],
    ['slept', 'tulip', 'o-o-o'],
  ])('TLK-565 marks for the word %s the guess %s with %s', (word, guess, marks) => {
    expect(marksOf(word, guess)).toBe(marks);
  });

  it('TLK-565 keeps the best mark of each letter', () => {
    const once = lettersAfter({}, 'eerie', 'xoo--');
    expect(once).toEqual({ e: 'x', r: 'o', i: '-' });
    expect(lettersAfter(once, 'brake', 'oo--o')).toEqual({ e: 'x', r: 'o', i: '-', b: 'o', a: '-', k: '-' });
  });

  it('TLK-568 says marks in words', () => {
    expect(describeMarks('crane', 'x-o-x')).toBe('c, e in place; a elsewhere');
    expect(describeMarks('crane', '--o--')).toBe('a elsewhere');
    expect(describeMarks('crane', '-----')).toBe('none of its letters');
  });
});
