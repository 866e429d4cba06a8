import { describe, expect, it } from '@jest/globals';
import type { GameSetup } from '@oniverse/contracts';
import { GameRefusal } from '../engine/refusal.js';
import { chessRules } from './chess-rules.js';
import type { ChessState } from './chess-state.js';

const SETUP: GameSetup = { kind: 'chess', seats: 2, seed: '', bankSeconds: 0, moveSeconds: 60 };
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const stateAt = (position: string): ChessState => chessRules.begin({ ...SETUP, position }).game;

const seatToMove = (fen: string): number => (fen.split(' ')[1] === 'w' ? 0 : 1);

/** Plays moves as typed from a position, and returns the last step. */
function playAll(fen: string, typed: string): ReturnType<typeof chessRules.play> {
  const seat = seatToMove(fen);
  let step: ReturnType<typeof chessRules.play> = { game: stateAt(fen), toMove: [seat] };
  for (const [index, text] of typed.split(' ').entries()) {
    const mover = (seat + index) % 2;
    step = chessRules.play(SETUP, step.game, mover, chessRules.readMove(SETUP, step.game, mover, text));
  }
  return step;
}

function codeOf(fen: string, typed: string): unknown {
  try {
    chessRules.readMove(SETUP, stateAt(fen), seatToMove(fen), typed);
    return undefined;
  } catch (error) {
    return error instanceof GameRefusal ? error.code : error;
  }
}

const KNIGHTS = '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1';
const PROMOTION = '3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1';
const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
const EN_PASSANT = '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1';

describe('the rules of chess', () => {
  it.each([
    [START, 'e4', 'e4'],
    [START, ' Nf3 ', 'Nf3'],
    [START, 'nf3', 'Nf3'],
    [START, 'Ng1f3', 'Nf3'],
    [START, 'g1f3', 'Nf3'],
    [START, 'e2-e4!?', 'e4'],
    [KNIGHTS, 'Nbd2', 'Nbd2'],
    [KNIGHTS, 'N1d2', 'Nbd2'],
    [KNIGHTS, 'f3d2', 'Nfd2'],
    [PROMOTION, 'e8=N', 'e8=N'],
    [PROMOTION, 'e7e8r', 'e8=R+'],
    [PROMOTION, 'e8', 'e8=Q+'],
    [PROMOTION, 'exd8Q', 'exd8=Q+'],
    [CASTLING, 'O-O', 'O-O'],
    [CASTLING, '0-0-0', 'O-O-O'],
    [CASTLING, 'e1g1', 'O-O'],
    [EN_PASSANT, 'exd6 e.p.', 'exd6'],
  ])('TLK-563 from %s read %s as %s', (fen, typed, san) => {
    expect(chessRules.readMove(SETUP, stateAt(fen), 0, typed)).toEqual({ move: san });
  });

  it.each([
    [KNIGHTS, 'Nd2', 'ambiguous_move'],
    [START, 'e5', 'illegal_move'],
    [START, 'Ke2', 'illegal_move'],
    [START, 'O-O', 'illegal_move'],
    [START, 'e2e4q5', 'illegal_move'],
    [START, '', 'illegal_move'],
    [START, '--', 'illegal_move'],
    [START, '-=-', 'illegal_move'],
    [CASTLING, 'f3', 'illegal_move'],
    ['4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1', 'Bd3', 'illegal_move'],
  ])('TLK-563 from %s refuse %s: %s', (fen, typed, code) => {
    expect(codeOf(fen, typed)).toBe(code);
  });

  it.each(['e2e4', '--'])('TLK-563 take the move of an event in SAN only, not %s', (move) => {
    expect(() => chessRules.play(SETUP, stateAt(START), 0, { move })).toThrow(GameRefusal);
  });

  it.each([
    ['checkmate', START, 'f3 e5 g4 Qh4', [1]],
    ['stalemate', '7k/8/6K1/8/8/8/8/5Q2 w - - 0 1', 'Qf7', []],
    ['material', '4k3/8/8/8/8/8/4p3/4K3 w - - 0 1', 'Kxe2', []],
    ['repetition', START, 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8', []],
    ['fifty_moves', '4k3/7r/8/8/8/8/R7/4K3 w - - 99 80', 'Ra3', []],
    ['checkmate', '7k/8/6K1/8/8/8/8/R7 w - - 99 80', 'Ra8', [0]],
  ])('TLK-562 end a game by %s from %s', (reason, fen, moves, winners) => {
    expect(playAll(fen, moves)).toMatchObject({ outcome: { reason, winners }, toMove: [] });
  });

  it.each([
    ['the position of the start came twice', START, 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1'],
    ['castling became impossible in between', CASTLING, 'Ra2 Ra7 Ra1 Ra8 Ra2 Ra7 Ra1 Ra8'],
    [
      'a pawn could be taken en passant the first time',
      '4k3/8/8/8/3p4/8/4P3/R3K3 w - - 0 1',
      'e4 Kd8 Ra2 Ke8 Ra1 Kd8 Ra2 Ke8',
    ],
    ['a capture set the fifty moves back', '4k3/7r/8/8/8/p7/R7/4K3 w - - 99 80', 'Rxa3'],
  ])('TLK-562 go on if %s', (_title, fen, moves) => {
    expect(playAll(fen, moves).outcome).toBeUndefined();
  });

  it.each([
    ['4k3/8/8/8/8/8/8/Q3K3', [0]],
    ['4k3/8/8/8/8/8/P7/4K3', [0]],
    ['4k2q/8/8/8/8/8/8/4K3', []],
    ['4k3/8/8/8/8/8/8/N3K3', []],
    ['4k2q/8/8/8/8/8/8/N3K3', []],
    ['4k2r/8/8/8/8/8/8/N3K3', [0]],
    ['4k3/8/8/8/8/8/8/NN2K3', [0]],
    ['4k2r/8/8/8/8/8/8/B3K3', []],
    ['4k2p/8/8/8/8/8/8/B3K3', [0]],
    ['4k3/8/8/8/8/8/8/BB2K3', [0]],
    ['4k3/8/8/8/8/8/1B6/B3K3', []],
    ['4k2b/8/8/8/8/8/8/B3K3', []],
    ['4k1b1/8/8/8/8/8/8/B3K3', [0]],
    ['4k3/8/8/8/8/8/8/BN2K3', [0]],
  ])(
    'TLK-561 with the pieces of %s, let White win on time only if it can checkmate',
    (placement, winners) => {
      const board = placement.replaceAll(/\d/gu, (count) => '.'.repeat(Number(count))).split('/');
      const game: ChessState = { ...stateAt(START), board };
      expect(chessRules.leave(SETUP, game, 1, 'time').outcome).toEqual({ reason: 'time', winners });
      expect(chessRules.leave(SETUP, game, 1, 'resignation').outcome).toEqual({
        reason: 'resignation',
        winners: [0],
      });
    },
  );

  it('TLK-562 remember positions since the last capture or pawn move only', () => {
    expect(playAll(START, 'Nf3 Nf6 Ng1').game.positions).toHaveLength(4);
    expect(playAll(START, 'Nf3 Nf6 e4 Ng8').game.positions).toHaveLength(2);
  });
});
