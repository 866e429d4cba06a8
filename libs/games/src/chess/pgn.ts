import type { GameOutcome, GameSetup } from '@oniverse/contracts';
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
    ...(setup.position === undefined
      ? []
      : ([
          ['SetUp', '1'],
          ['FEN', setup.position],
        ] satisfies [string, string][])),
    ...(outcome ? [['Termination', terminationOf(outcome)] satisfies [string, string]] : []),
  ];
  const first = firstNumber(setup);
  const tokens = moves.flatMap(({ seat, text }, index) => {
    if (seat === 0) return [`${first + Math.ceil(index / 2)}.`, text];
    return index === 0 ? [`${first}...`, text] : [text];
  });
  const head = tags.map(([name, value]) => `[${name} "${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"]`);
  return { type: 'pgn', text: [...head, '', ...wrapped([...tokens, result]), ''].join('\n') };
}

/** Returns the number of the first move. */
const firstNumber = ({ position }: GameSetup): number => Number(position?.split(' ')[5] ?? 1);

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
