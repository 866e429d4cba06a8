import './word-board.css';
import type { GameView } from '@oniverse/contracts';
import type { WordState } from '@oniverse/games';
import { GAMES_TEXTS } from './games.texts.js';
import { nameAt } from './lines.js';

const { table: TEXTS } = GAMES_TEXTS;

type LetterMark = WordState['letters'][string];

const CLASSES: Readonly<Record<LetterMark, string>> = { x: 'is-here', o: 'is-elsewhere', '-': 'is-out' };
const isMark = (mark: string | undefined): mark is LetterMark => mark === 'x' || mark === 'o' || mark === '-';
const classOf = (mark: string | undefined): string => (isMark(mark) ? CLASSES[mark] : '');
const textOf = (mark: string | undefined): string => (isMark(mark) ? TEXTS.marks[mark] : TEXTS.noMarks);

const describe = (word: string, marks: string | undefined): string =>
  marks === undefined
    ? TEXTS.noMarks
    : Array.from(word, (letter, index) => `${letter} ${textOf(marks[index])}`).join(', ');

interface WordBoardProps {
  game: WordState;
  players: Pick<GameView, 'players'>;
  label: string;
}

/** The guesses of a word game, and what is known of each letter. Marks differ by their sign and frame, not by colour alone. */
export function WordBoard({ game, players, label }: WordBoardProps) {
  const { guesses, letters, word } = game;
  return (
    <section className="words" aria-label={label}>
      <ol className="words__guesses" aria-label={TEXTS.guesses}>
        {guesses.map(({ seat, word: guess, marks }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- guesses are never reordered
          <li key={index} className="words__guess">
            <span className="vh">{TEXTS.guess(nameAt(players, seat), guess, describe(guess, marks))}</span>
            <span className="words__letters" aria-hidden="true">
              {Array.from(guess, (letter, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- letters are never reordered
                <span key={at} className={`words__letter ${classOf(marks?.[at])}`}>
                  {letter}
                  <small>{marks?.[at] ?? '?'}</small>
                </span>
              ))}
            </span>
            <span className="small faint words__player" aria-hidden="true">
              {nameAt(players, seat)}
            </span>
          </li>
        ))}
      </ol>
      {guesses.length === 0 && <p className="small faint">{TEXTS.noMoves}</p>}
      {Object.keys(letters).length > 0 && (
        <ul className="words__known" aria-label={TEXTS.letters}>
          {Object.entries(letters)
            .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
            .map(([letter, mark]) => (
              <li key={letter} className={`words__letter is-small ${classOf(mark)}`}>
                {letter}
                <span className="vh">, {textOf(mark)}</span>
              </li>
            ))}
        </ul>
      )}
      {word !== undefined && <p>{TEXTS.word(word)}</p>}
    </section>
  );
}
