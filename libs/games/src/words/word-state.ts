/** `x`: in place. `o`: in the word, elsewhere. `-`: not in the word. */
export type LetterMark = 'x' | 'o' | '-';

export interface WordGuess {
  readonly seat: number;
  readonly word: string;
  /** One `LetterMark` for each letter; absent while a client predicts its own guess. */
  readonly marks?: string;
}

/** What the players of a word game see. */
export interface WordState {
  readonly kind: 'words';
  readonly guesses: readonly WordGuess[];
  /** The best mark that each guessed letter had. */
  readonly letters: Readonly<Record<string, LetterMark>>;
  /** The seats that still play. */
  readonly seats: readonly number[];
  /** The word, once the secret is revealed. */
  readonly word?: string;
}
