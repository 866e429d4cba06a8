import type { GoPoint } from './go-state.js';

/** The letters of the columns, which leave out I. */
const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

export const STONES = ['B', 'W'] as const;

/** A set of connected points of one kind, and what they touch. */
export interface Chain {
  readonly points: readonly number[];
  readonly borders: ReadonlySet<GoPoint>;
}

export const emptyBoard = (size: number): string => '.'.repeat(size * size);

export const pointAt = (board: string, index: number): GoPoint => {
  const point = board[index];
  return point === 'B' || point === 'W' ? point : '.';
};

/** Returns a board with some points changed. */
export function withPoints(board: string, points: readonly number[], to: GoPoint): string {
  const changed = Array.from(board);
  for (const index of points) changed[index] = to;
  return changed.join('');
}

/** Returns the index of a point such as `D4`; undefined if the board has none. */
export function pointIndex(size: number, name: string): number | undefined {
  const { column = '', row } = /^(?<column>[A-HJ-T])(?<row>[1-9]\d?)$/u.exec(name)?.groups ?? {};
  const x = COLUMNS.indexOf(column);
  const y = size - Number(row);
  return x >= 0 && x < size && y >= 0 && y < size ? y * size + x : undefined;
}

/** Returns the name of a point, such as `D4`. */
export function pointName(size: number, index: number): string {
  return `${COLUMNS[index % size]}${size - Math.floor(index / size)}`;
}

export const columnNames = (size: number): string[] => Array.from(COLUMNS.slice(0, size));

function neighbours(size: number, index: number): number[] {
  const x = index % size;
  return [
    ...(x > 0 ? [index - 1] : []),
    ...(x < size - 1 ? [index + 1] : []),
    ...(index >= size ? [index - size] : []),
    ...(index < size * (size - 1) ? [index + size] : []),
  ];
}

/** Returns the points of one kind that are connected with a point. */
export function chainAt(board: string, size: number, start: number): Chain {
  const kind = pointAt(board, start);
  const points = new Set([start]);
  const borders = new Set<GoPoint>();
  // The set grows while it is visited.
  for (const index of points) {
    for (const next of neighbours(size, index)) {
      const other = pointAt(board, next);
      if (other === kind) points.add(next);
      else borders.add(other);
    }
  }
  return { points: [...points], borders };
}

/** Returns the board after a stone, and what it captured; undefined if the stone has no liberty left. */
export function placeStone(
  board: string,
  size: number,
  index: number,
  stone: (typeof STONES)[number],
): { board: string; captured: number } | undefined {
  const placed = withPoints(board, [index], stone);
  const captured = new Set(
    neighbours(size, index).flatMap((next) => {
      if (pointAt(placed, next) === '.' || pointAt(placed, next) === stone) return [];
      const { points, borders } = chainAt(placed, size, next);
      return borders.has('.') ? [] : points;
    }),
  );
  const after = withPoints(placed, [...captured], '.');
  return chainAt(after, size, index).borders.has('.') ? { board: after, captured: captured.size } : undefined;
}
