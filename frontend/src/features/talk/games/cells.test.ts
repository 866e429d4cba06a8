import { describe, expect, it } from '@jest/globals';
import { gameSetup, moves, played } from '../../../testing/games.js';
import { chessBoard, goBoard, markingOf, pieceAt } from './cells.js';

function chess(...texts: string[]) {
  const { game } = played(gameSetup(), ...moves(...texts));
  if (game.kind !== 'chess') throw new Error('It is chess.');
  return game;
}
function go(...texts: string[]) {
  const setup = gameSetup({ kind: 'go', size: '9', scoring: 'area' });
  const { game } = played(setup, ...moves(...texts));
  if (game.kind !== 'go') throw new Error('It is Go.');
  return game;
}
const cellOf = ({ rows }: ReturnType<typeof goBoard>, name: string) =>
  rows.flat().find((cell) => cell.name === name);

describe('a board of letters', () => {
  it('TLK-572 says of each square what stands there, and rings the last move', () => {
    const board = chessBoard(chess('e4', 'd5'), 0);
    expect(cellOf(board, 'e4')).toMatchObject({ label: 'e4, white pawn', text: 'P' });
    expect(cellOf(board, 'd5')).toMatchObject({ label: 'd5, black pawn', text: 'p' });
    expect(cellOf(board, 'd5')?.className).toContain('is-last');
    expect(cellOf(board, 'e4')?.className).not.toContain('is-last');
    expect(cellOf(board, 'e2')).toMatchObject({ label: 'e2, empty', text: '' });
    expect(cellOf(board, 'a1')?.className).toContain('is-dark');
    expect(cellOf(board, 'h1')?.className).not.toContain('is-dark');
    expect(pieceAt(chess(), 'e8')).toBe('k');
  });

  it('TLK-572 is seen from the side of its player', () => {
    expect(chessBoard(chess(), 0).rows[0]?.[0]?.name).toBe('a8');
    const black = chessBoard(chess(), 1);
    expect([black.rows[0]?.[0]?.name, black.rowNames[0], black.columnNames[0]]).toEqual(['h1', '1', 'h']);
  });

  it('TLK-572 has the points of Go without a column I, and five marked ones on nine lines', () => {
    const board = goBoard(go('J9', 'C7'));
    expect(board.columnNames.join('')).toBe('ABCDEFGHJ');
    expect(cellOf(board, 'J9')).toMatchObject({ label: 'J9, black', text: 'X', className: 'is-first' });
    expect(cellOf(board, 'C7')).toMatchObject({ label: 'C7, white', text: 'O' });
    expect(board.rows.flat().flatMap(({ name, text }) => (text === '+' ? [name] : []))).toEqual([
      'G7',
      'E5',
      'C3',
      'G3',
    ]);
  });

  it('TLK-572 marks dead stones by a pick, and takes the mark back by another', () => {
    const scoring = go('D4', 'E5', 'pass', 'pass');
    expect(scoring.phase).toBe('scoring');
    expect(markingOf(scoring, 'D4')).toBe('dead D4');
    expect(markingOf(scoring, 'A1')).toBeUndefined();
    const marked = go('D4', 'E5', 'pass', 'pass', 'dead D4');
    expect(markingOf(marked, 'D4')).toBe('alive D4');
    expect(cellOf(goBoard(marked), 'D4')).toMatchObject({ label: 'D4, black, dead' });
  });
});
