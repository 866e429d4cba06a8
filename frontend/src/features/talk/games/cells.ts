import type { ChessState, GoState } from '@oniverse/games';
import type { BoardCell } from './board-grid.js';
import { GAMES_TEXTS } from './games.texts.js';

const { table: TEXTS } = GAMES_TEXTS;

const classes = (...names: (string | false)[]): string => names.filter(Boolean).join(' ');

const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

export interface Board {
  rows: readonly (readonly BoardCell[])[];
  rowNames: readonly string[];
  columnNames: readonly string[];
}

const isPiece = (letter: string): letter is keyof typeof TEXTS.pieces => letter in TEXTS.pieces;

/** Returns the seat of a piece; undefined for an empty square. */
export const seatOfPiece = (letter: string | undefined): number | undefined =>
  letter === undefined || letter === '.' ? undefined : letter === letter.toUpperCase() ? 0 : 1;

/** Returns the letter on a square of chess, as FEN has it. */
export const pieceAt = ({ board }: Pick<ChessState, 'board'>, square: string): string | undefined =>
  board[8 - Number(square[1])]?.[FILES.findIndex((file) => file === square[0])];

/** Returns a board of chess from the side of a seat. */
export function chessBoard({ board, lastMove }: ChessState, seat: number): Board {
  const rows = board.map((letters, row) =>
    FILES.map((file, column): BoardCell => {
      const letter = letters[column] ?? '.';
      const name = `${file}${8 - row}`;
      const owner = seatOfPiece(letter);
      const kind = letter.toLowerCase();
      const piece = isPiece(kind) ? TEXTS.pieces[kind] : TEXTS.empty;
      const isDark = (row + column) % 2 === 1;
      return {
        name,
        label: owner === undefined ? `${name}, ${piece}` : `${name}, ${TEXTS.colours[owner]} ${piece}`,
        text: owner === undefined ? (isDark ? '·' : '') : letter,
        className: classes(
          isDark && 'is-dark',
          owner === undefined ? 'is-empty' : owner === 0 ? 'is-first' : 'is-second',
          lastMove?.to === name && 'is-last',
        ),
      };
    }),
  );
  const rowNames = board.map((_letters, row) => String(8 - row));
  return seat === 1
    ? {
        rows: rows.toReversed().map((cells) => cells.toReversed()),
        rowNames: rowNames.toReversed(),
        columnNames: FILES.toReversed(),
      }
    : { rows, rowNames, columnNames: FILES };
}

/** The letters of the columns, which leave out I. */
const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

/** The lines on which a board has marked points, from the nearest edge. */
const STAR_LINES: Readonly<Record<number, readonly number[]>> = {
  9: [2, 4, 6],
  13: [3, 6, 9],
  19: [3, 9, 15],
};

function isStar(size: number, row: number, column: number): boolean {
  const lines = STAR_LINES[size] ?? [];
  // A board of 9 or 13 lines has no marked points in the middle of its sides.
  const isOnSide = size < 19 && (row === lines[1]) !== (column === lines[1]);
  return lines.includes(row) && lines.includes(column) && !isOnSide;
}

/** Returns a board of Go. */
export function goBoard({ size, board, lastPoint, dead }: GoState): Board {
  const columnNames = Array.from(COLUMNS.slice(0, size));
  const rows = Array.from({ length: size }, (_row, row) =>
    columnNames.map((letter, column): BoardCell => {
      const index = row * size + column;
      const stone = board[index];
      const name = `${letter}${size - row}`;
      const isDead = dead.includes(index);
      if (stone !== 'B' && stone !== 'W') {
        return {
          name,
          label: `${name}, ${TEXTS.empty}`,
          text: isStar(size, row, column) ? '+' : '·',
          className: 'is-empty',
        };
      }
      return {
        name,
        label: [`${name}, ${TEXTS.stones[stone]}`, ...(isDead ? [TEXTS.dead] : [])].join(', '),
        text: stone === 'B' ? 'X' : 'O',
        className: classes(
          stone === 'B' ? 'is-first' : 'is-second',
          lastPoint === index && 'is-last',
          isDead && 'is-dead',
        ),
      };
    }),
  );
  return { rows, rowNames: rows.map((_cells, row) => String(size - row)), columnNames };
}

/** Returns the move that a pick on a board of Go stands for while dead stones are marked; undefined on an empty point. */
export function markingOf({ size, board, dead }: GoState, name: string): string | undefined {
  const index = (size - Number(name.slice(1))) * size + COLUMNS.indexOf(name[0] ?? '');
  const stone = board[index];
  if (stone !== 'B' && stone !== 'W') return undefined;
  return `${dead.includes(index) ? 'alive' : 'dead'} ${name}`;
}
