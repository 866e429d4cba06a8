import { GO_SIZES, type GoSize } from '@oniverse/contracts';
import { GameRefusal } from '../engine/refusal.js';
import { chainAt, columnNames, pointAt, STONES } from './board.js';
import type { GoPoint, GoState } from './go-state.js';

/** A diagram may have its stones as letters of their colours, or as the client draws them. Dead stones are small. */
const POINTS: Readonly<Record<string, GoPoint>> = {
  '.': '.',
  '+': '.',
  '·': '.',
  B: 'B',
  X: 'B',
  W: 'W',
  O: 'W',
};
const CAPTURED = /captured by Black: (?<black>\d{1,3}), by White: (?<white>\d{1,3})/iu;
const WHITE_MOVES = /^\s*White to move/imu;

/** Returns a position as lines of text. */
export function goDiagram({ size, board, dead, captured: [black, white] }: GoState): string {
  const rows = Array.from({ length: size }, (_, y) => {
    const points = Array.from(board.slice(y * size, (y + 1) * size), (point, x) =>
      dead.includes(y * size + x) ? point.toLowerCase() : point,
    );
    return `${String(size - y).padStart(2)} ${points.join(' ')}`;
  });
  return [
    ...rows,
    `   ${columnNames(size).join(' ')}`,
    `Captured by Black: ${black}, by White: ${white}`,
    ...(dead.length > 0 ? ['Small letters: stones marked as dead'] : []),
  ].join('\n');
}

/** Reads a diagram. Without other words, Black moves, and no stones were captured. @throws GameRefusal */
export function readGoDiagram(text: string): Pick<GoState, 'board' | 'captured' | 'turn'> & { size: GoSize } {
  const rows = text.split('\n').flatMap((line) => pointsOf(line) ?? []);
  const size = GO_SIZES.find((lines) => Number(lines) === rows.length);
  if (size === undefined || rows.some(({ length }) => length !== rows.length)) {
    throw new GameRefusal('unreadable_position');
  }
  const board = rows.join('');
  const isAlive = (_: string, index: number): boolean =>
    pointAt(board, index) === '.' || chainAt(board, rows.length, index).borders.has('.');
  if (!Array.from(board).every(isAlive)) throw new GameRefusal('illegal_position');
  const { black, white } = CAPTURED.exec(text)?.groups ?? {};
  return {
    size,
    board,
    captured: [Number(black ?? 0), Number(white ?? 0)],
    turn: WHITE_MOVES.test(text) ? 1 : 0,
  };
}

/** Returns the points of a line of a diagram, with or without the number of its row; undefined for any other line. */
function pointsOf(line: string): string | undefined {
  const letters = line.replaceAll(/^\s*\d+\s|\s\d+\s*$|\s/gu, '').toUpperCase();
  const points = Array.from(letters, (letter) => POINTS[letter]);
  return points.length > 1 && !points.includes(undefined) ? points.join('') : undefined;
}

/** Returns the indexes of the stones of each seat. */
export const stonesOf = (board: string): number[][] =>
  STONES.map((stone) => Array.from(board, (_, index) => index).filter((index) => board[index] === stone));
