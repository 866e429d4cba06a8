import type { GameOutcome } from '@oniverse/contracts';
import { GameRefusal } from '../engine/refusal.js';
import type { GameRules, Step } from '../engine/rules.js';
import { textRecord } from '../engine/text-record.js';
import { wordOf } from './commitment.js';
import { areMarks, describeMarks, lettersAfter, marksOf, SOLVED_MARKS, WORD_LENGTH } from './marks.js';
import type { WordGuess, WordState } from './word-state.js';

/** How many guesses each player has. */
export const WORD_GUESSES = 6;

const isWord = (text: string): boolean => text.length === WORD_LENGTH && /^[a-z]+$/u.test(text);

/** All words that may be guessed, once `prepare` has loaded them. */
let knownWords: ReadonlySet<string> | undefined;

/** The word game: all guess the same word in turn, and the first player to find it wins. */
export const wordRules: GameRules<WordState> = {
  async prepare() {
    if (knownWords) return;
    const [{ COMMON_WORDS }, { OTHER_WORDS }] = await Promise.all([
      import('./common-words.js'),
      import('./other-words.js'),
    ]);
    knownWords = new Set(`${COMMON_WORDS} ${OTHER_WORDS}`.split(' '));
  },

  begin(setup) {
    const seats = Array.from({ length: setup.seats }, (_, seat) => seat);
    return { game: { kind: 'words', guesses: [], letters: {}, seats }, toMove: [0] };
  },

  readMove(setup, _game, _seat, typed, secret) {
    const move = typed.trim().toLowerCase();
    if (!isWord(move)) throw new GameRefusal('illegal_move');
    if (!knownWords) throw new Error('A word game needs prepareGame');
    if (!knownWords.has(move)) throw new GameRefusal('unknown_word');
    return secret === undefined ? { move } : { move, marks: marksOf(wordOf(setup, secret), move) };
  },

  // Not checked against the list of words: a later release may have another one, and replays this game all the same.
  play(_setup, game, seat, { move, marks }) {
    if (!isWord(move)) throw new GameRefusal('illegal_move');
    if (marks !== undefined && !areMarks(marks)) throw new GameRefusal('invalid_event');
    const played: WordState = {
      ...game,
      guesses: [...game.guesses, { seat, word: move, ...(marks !== undefined && { marks }) }],
      letters: marks === undefined ? game.letters : lettersAfter(game.letters, move, marks),
    };
    if (marks === SOLVED_MARKS) return ended(played, { reason: 'solved', winners: [seat] });
    return continued(played);
  },

  leave(_setup, game, seat, reason) {
    if (!game.seats.includes(seat)) throw new GameRefusal('invalid_event');
    const left: WordState = { ...game, seats: game.seats.filter((other) => other !== seat) };
    if (left.seats.length === 1) return ended(left, { reason, winners: [...left.seats] });
    return { ...continued(left), sameTurn: seatToMove(left) === seatToMove(game) };
  },

  awaitsSecret: (game) => game.word === undefined,

  reveal(setup, game, secret) {
    const word = wordOf(setup, secret);
    if (game.guesses.some((guess) => guess.marks !== marksOf(word, guess.word)))
      throw new GameRefusal('invalid_event');
    return { ...game, word };
  },

  positionText(setup, game) {
    const tried = Object.entries(game.letters).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
    const withMark = (mark: string): string =>
      tried.flatMap(([letter, best]) => (best === mark ? [letter] : [])).join(' ') || 'none';
    return [
      `A word of ${WORD_LENGTH} letters, ${game.guesses.length} of ${setup.seats * WORD_GUESSES} guesses`,
      ...game.guesses.map((guess, index) => `${index + 1}. ${guessLine(guess, `Player ${guess.seat + 1}`)}`),
      `In place (x): ${withMark('x')}`,
      `Elsewhere (o): ${withMark('o')}`,
      `Not in the word (-): ${withMark('-')}`,
      ...(game.word === undefined ? [] : [`The word: ${game.word}`]),
    ].join('\n');
  },

  moveSentence(_setup, _game, { move, marks }) {
    if (marks === undefined) return `guesses ${move}`;
    return marks === SOLVED_MARKS
      ? `guesses ${move}, which is the word`
      : `guesses ${move}: ${describeMarks(move, marks)}`;
  },

  record: (state, game, details) =>
    textRecord('Word game', details, [
      ...game.guesses.map((guess, index) => `${index + 1}. ${guessLine(guess, details.names[guess.seat])}`),
      '',
      `The word: ${game.word ?? 'not revealed'}`,
      `Result: ${resultText(state.outcome, details.names)}`,
    ]),
};

/** Returns the seat whose turn it is; undefined if all have made their guesses. */
function seatToMove({ seats, guesses }: WordState): number | undefined {
  const last = guesses.at(-1)?.seat ?? -1;
  const inOrder = [...seats.filter((seat) => seat > last), ...seats.filter((seat) => seat <= last)];
  return inOrder.find((seat) => guesses.filter((guess) => guess.seat === seat).length < WORD_GUESSES);
}

function continued(game: WordState): Step<WordState> {
  const next = seatToMove(game);
  return next === undefined ? ended(game, { reason: 'unsolved', winners: [] }) : { game, toMove: [next] };
}

function ended(game: WordState, outcome: GameOutcome): Step<WordState> {
  return { game, toMove: [], outcome };
}

function guessLine({ word, marks }: WordGuess, player = ''): string {
  return marks === undefined ? `${player}: ${word}` : `${player}: ${word} ${marks}`;
}

function resultText(outcome: GameOutcome | undefined, names: readonly string[]): string {
  if (!outcome) return 'not finished';
  if (outcome.reason === 'unsolved') return 'not solved';
  const winner = outcome.winners.map((seat) => names[seat]).join(', ');
  return outcome.reason === 'solved' ? `solved by ${winner}` : `${winner}, the last player`;
}
