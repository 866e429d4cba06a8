import type { GameOutcome } from '@oniverse/contracts';
import { Chess, type Move, validateFen } from 'chess.js';
import { GameRefusal } from '../engine/refusal.js';
import type { GameRules, Step } from '../engine/rules.js';
import { canCheckmate } from './chess-material.js';
import { playSan, readChessMove } from './chess-moves.js';
import type { ChessState } from './chess-state.js';
import { chessRecord } from './pgn.js';

const PIECES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
/** A position in FEN, also without its counters. */
const FEN =
  /((?:[pnbrqk1-8]{1,8}\/){7}[pnbrqk1-8]{1,8} [wb] (?:-|[KQkq]{1,4}) (?:-|[a-h][36]))(?= |$|")( \d{1,3} \d{1,3})?/imu;
const FIFTY_MOVES = 100;
const REPETITIONS = 3;

/** Chess, with White in seat 0. Repetition and fifty moves end the game at once. */
export const chessRules: GameRules<ChessState> = {
  sides: ['White', 'Black'],

  begin({ position }) {
    const chess = position === undefined ? new Chess() : chessAt(readFen(position));
    return { game: stateOf(chess, []), toMove: [chess.turn() === 'w' ? 0 : 1] };
  },

  readPosition: (text) => ({ position: readFen(text) }),

  readMove: (_setup, { fen }, _seat, typed) => ({ move: readChessMove(chessAt(fen), typed).san }),

  play(_setup, { fen, positions }, seat, { move: san }) {
    const chess = chessAt(fen);
    const move = playSan(chess, san);
    if (!move) throw new GameRefusal('illegal_move');
    const game = stateOf(chess, positions, move);
    const outcome = outcomeOf(chess, game, seat);
    return outcome ? { game, toMove: [], outcome } : { game, toMove: [1 - seat] };
  },

  leave(_setup, game, seat, reason): Step<ChessState> {
    const winners = reason === 'resignation' || canCheckmate(game, 1 - seat) ? [1 - seat] : [];
    return { game, toMove: [], outcome: { reason, winners } };
  },

  positionText: (_setup, { board, fen }) =>
    [
      ...board.map((row, index) => `${8 - index}  ${Array.from(row).join(' ')}`),
      '   a b c d e f g h',
      `FEN: ${fen}`,
    ].join('\n'),

  moveSentence: (_setup, { isCheck }, { move }) => `plays ${spokenMove(move)}${isCheck ? ', check' : ''}`,

  record: chessRecord,
};

/** Returns the FEN that a text has, such as a copied `positionText`, or a PGN. @throws GameRefusal */
function readFen(text: string): string {
  const [found, withoutCounters, counters] = FEN.exec(text) ?? [];
  if (found === undefined) throw new GameRefusal('unreadable_position');
  const fen = `${withoutCounters}${counters ?? ' 0 1'}`;
  if (!validateFen(fen).ok) throw new GameRefusal('illegal_position');
  const chess = chessAt(fen);
  const [king] = chess.findPiece({ type: 'k', color: chess.turn() === 'w' ? 'b' : 'w' });
  if (king && chess.isAttacked(king, chess.turn())) throw new GameRefusal('illegal_position');
  if (chess.isGameOver()) throw new GameRefusal('finished_position');
  return chess.fen();
}

const chessAt = (fen: string): Chess => new Chess(fen, { skipValidation: true });

/** @param positions before the move */
function stateOf(chess: Chess, positions: readonly string[], move?: Move): ChessState {
  const fen = chess.fen();
  const { placement, key, halfMoves } = partsOf(fen);
  return {
    kind: 'chess',
    fen,
    board: placement.replaceAll(/\d/gu, (count) => '.'.repeat(Number(count))).split('/'),
    ...(move && { lastMove: { from: move.from, to: move.to } }),
    isCheck: chess.isCheck(),
    positions: [...(halfMoves === 0 ? [] : positions), key],
  };
}

/** `key` is what two positions share if the same moves are possible in both. */
function partsOf(fen: string): { placement: string; key: string; halfMoves: number } {
  const fields = fen.split(' ');
  return {
    placement: fields[0] ?? '',
    key: fields.slice(0, 4).join(' '),
    halfMoves: Number(fields[4]),
  };
}

const draw = (reason: GameOutcome['reason']): GameOutcome => ({ reason, winners: [] });

function outcomeOf(chess: Chess, game: ChessState, mover: number): GameOutcome | undefined {
  const { key, halfMoves } = partsOf(game.fen);
  if (chess.isCheckmate()) return { reason: 'checkmate', winners: [mover] };
  if (chess.isStalemate()) return draw('stalemate');
  if (chess.isInsufficientMaterial()) return draw('material');
  if (game.positions.filter((position) => position === key).length >= REPETITIONS) return draw('repetition');
  return halfMoves >= FIFTY_MOVES ? draw('fifty_moves') : undefined;
}

const isPiece = (letter: string): letter is keyof typeof PIECES => letter in PIECES;

const pieceName = (letter = 'p'): string => {
  const type = letter.toLowerCase();
  return isPiece(type) ? PIECES[type] : letter;
};

/** Returns a move in SAN in words, for example "knight from b takes d2". */
function spokenMove(san: string): string {
  if (san.startsWith('O-O-O')) return 'queenside castling';
  if (san.startsWith('O-O')) return 'kingside castling';
  const { piece, from, takes, to, promotion } =
    /^(?<piece>[KQRBN])?(?<from>[a-h]?[1-8]?)(?<takes>x)?(?<to>[a-h][1-8])(?:=(?<promotion>[QRBN]))?/u.exec(
      san,
    )?.groups ?? {};
  return [
    pieceName(piece),
    ...(from ? [`from ${from}`] : []),
    takes ? 'takes' : 'to',
    to,
    ...(promotion ? [`and becomes a ${pieceName(promotion)}`] : []),
  ].join(' ');
}
