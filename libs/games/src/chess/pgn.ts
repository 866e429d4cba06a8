import type { GameOutcome } from '@oniverse/contracts';
import type { GameRecord, RecordDetails } from '../engine/rules.js';
import type { GameState } from '../engine/state.js';
import type { ChessState } from './chess-state.js';

/** The export format of PGN has lines below 80 characters. */
const LINE_LENGTH = 79;

/** Returns the record of a game in PGN, http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm */
export function chessRecord(
  { setup, moves, outcome }: GameState,
  _game: ChessState,
  { names, event, date }: RecordDetails,
): GameRecord {
  const result = resultOf(outcome);
  const tags: [string, string][] = [
    ['Event', event],
    ['Site', '?'],
    ['Date', date.replaceAll('-', '.')],
    ['Round', '-'],
    ['White', names[0] ?? '?'],
    ['Black', names[1] ?? '?'],
    ['Result', result],
    [
      'TimeControl',
      setup.bankSeconds === 0 ? `1/${setup.moveSeconds}` : `${setup.bankSeconds}+${setup.moveSeconds}`,
    ],
    ...(outcome ? [['Termination', terminationOf(outcome)] satisfies [string, string]] : []),
  ];
  const tokens = moves.flatMap(({ text }, index) => (index % 2 === 0 ? [`${index / 2 + 1}.`, text] : [text]));
  const head = tags.map(([name, value]) => `[${name} "${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"]`);
  return { type: 'pgn', text: [...head, '', ...wrapped([...tokens, result]), ''].join('\n') };
}

function resultOf(outcome: GameOutcome | undefined): string {
  if (!outcome) return '*';
  const [winner] = outcome.winners;
  if (winner === undefined) return '1/2-1/2';
  return winner === 0 ? '1-0' : '0-1';
}

const terminationOf = ({ reason }: GameOutcome): string => (reason === 'time' ? 'time forfeit' : 'normal');

function wrapped(tokens: readonly string[]): string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + token.length <= LINE_LENGTH)
      lines[lines.length - 1] = `${last} ${token}`;
    else lines.push(token);
  }
  return lines;
}
