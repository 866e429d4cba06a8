import type { LetterMark, WordState } from './word-state.js';

export const WORD_LENGTH = 5;
export const SOLVED_MARKS = 'x'.repeat(WORD_LENGTH);

const RANKS: Record<LetterMark, number> = { '-': 0, o: 1, x: 2 };

/** Marks each letter of a guess. A letter has at most as many marks other than `-` as the word has of it. */
export function marksOf(word: string, guess: string): string {
  const unmatched = word.split('').filter((letter, place) => guess[place] !== letter);
  return guess
    .split('')
    .map((letter, place) => {
      if (word[place] === letter) return 'x';
      const found = unmatched.indexOf(letter);
      if (found === -1) return '-';
      unmatched.splice(found, 1);
      return 'o';
    })
    .join('');
}

/** Returns whether marks are of the right length and letters. */
export function areMarks(marks: string): boolean {
  return marks.length === WORD_LENGTH && marks.split('').every(isMark);
}

/** Returns the best mark of each letter after one more guess. */
export function lettersAfter(
  letters: WordState['letters'],
  guess: string,
  marks: string,
): WordState['letters'] {
  const after: Record<string, LetterMark> = { ...letters };
  for (const [place, letter] of guess.split('').entries()) {
    const mark = marks[place];
    const known = after[letter];
    if (mark !== undefined && isMark(mark) && (known === undefined || RANKS[mark] > RANKS[known]))
      after[letter] = mark;
  }
  return after;
}

/** Describes the marks of a guess in words, as in "r in place, e elsewhere". */
export function describeMarks(guess: string, marks: string): string {
  const lettersWith = (mark: LetterMark): string =>
    guess
      .split('')
      .filter((_, place) => marks[place] === mark)
      .join(', ');
  const parts = [
    { letters: lettersWith('x'), where: 'in place' },
    { letters: lettersWith('o'), where: 'elsewhere' },
  ].filter(({ letters }) => letters !== '');
  return parts.length === 0
    ? 'none of its letters'
    : parts.map(({ letters, where }) => `${letters} ${where}`).join('; ');
}

function isMark(text: string): text is LetterMark {
  return text in RANKS;
}
