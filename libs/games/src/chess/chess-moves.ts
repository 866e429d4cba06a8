import type { Chess, Move } from 'chess.js';
import { GameRefusal } from '../engine/refusal.js';

/** A move as SAN and as coordinates, with anything that is not required: `Nbd2`, `exd5`, `e7e8=Q+`, `e2-e4`. */
const MOVE =
  /^(?<piece>[KQRBNkqrn])?(?<file>[a-h])?(?<rank>[1-8])?[x:-]?(?<to>[a-h][1-8])(?:=?\(?(?<promotion>[QRBNqrbn])\)?)?$/u;
const CASTLING = /^[O0]-?[O0](?<queenside>-?[O0])?$/iu;
/** Check, mate, comments and en passant, which SAN may have at its end. */
const SUFFIX = /(?:[+#!?]|\s*e\.?p\.?)+$/u;

/**
 * Returns the legal move that a player typed. Without a piece to promote to, a pawn becomes a queen.
 * @throws GameRefusal if there is none, or more than one
 */
export function readChessMove(chess: Chess, typed: string): Move {
  const text = typed.trim().replace(SUFFIX, '');
  // Finding a move by its SAN takes a tenth of the time of listing all moves.
  const exact = playSan(chess, text);
  if (exact) return exact;
  const [found, ...others] = chess.moves({ verbose: true }).filter(matcherOf(text));
  if (!found) throw new GameRefusal('illegal_move');
  if (others.length > 0) throw new GameRefusal('ambiguous_move');
  return found;
}

/** Plays a move in SAN. Returns undefined if it is not legal. */
export function playSan(chess: Chess, san: string): Move | undefined {
  // chess.js takes `--` for a pass.
  if (!/^[KQRBNOa-h]/u.test(san)) return undefined;
  try {
    return chess.move(san, { strict: true });
  } catch {
    return undefined;
  }
}

function matcherOf(text: string): (move: Move) => boolean {
  const castling = CASTLING.exec(text);
  if (castling) {
    const isQueenside = castling.groups?.['queenside'] !== undefined;
    return (move) => (isQueenside ? move.isQueensideCastle() : move.isKingsideCastle());
  }
  const { piece, file, rank, to, promotion = 'q' } = MOVE.exec(text)?.groups ?? {};
  // Coordinates name no piece. A pawn needs its file only if it captures.
  const type = piece?.toLowerCase() ?? (file !== undefined && rank !== undefined ? undefined : 'p');
  return (move) =>
    move.to === to &&
    (type === undefined || move.piece === type) &&
    (file === undefined || move.from[0] === file) &&
    (rank === undefined || move.from[1] === rank) &&
    (move.promotion === undefined || move.promotion === promotion.toLowerCase());
}
