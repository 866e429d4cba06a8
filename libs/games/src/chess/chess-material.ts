import type { ChessState } from './chess-state.js';

const isLight = (row: number, column: number): boolean => (row + column) % 2 === 0;

/** Returns whether a side has the pieces for a checkmate, if the other one helps. @param seat 0 for White */
export function canCheckmate({ board }: Pick<ChessState, 'board'>, seat: number): boolean {
  const pieces = board.flatMap((letters, row) =>
    Array.from(letters).flatMap((letter, column) => {
      const type = letter.toLowerCase();
      if (letter === '.' || type === 'k') return [];
      return [{ type, isOwn: (letter !== type) === (seat === 0), isLight: isLight(row, column) }];
    }),
  );
  const own = pieces.filter(({ isOwn }) => isOwn);
  const others = pieces.filter(({ isOwn }) => !isOwn);
  if (own.length === 0) return false;
  if (own.some(({ type }) => !'bn'.includes(type))) return true;
  const bishops = own.filter(({ type }) => type === 'b');
  // A knight needs a piece that blocks the king, and a queen could always move away or take the knight.
  if (bishops.length === 0) return own.length > 1 || others.some(({ type }) => type !== 'q');
  if (bishops.length < own.length || new Set(bishops.map((bishop) => bishop.isLight)).size > 1) return true;
  // Bishops on squares of one colour need a piece that can stand on the other.
  return others.some(
    ({ type, isLight }) => type === 'n' || type === 'p' || (type === 'b' && isLight !== bishops[0]?.isLight),
  );
}
