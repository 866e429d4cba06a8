/** What the players of a game of chess see. */
export interface ChessState {
  readonly kind: 'chess';
  /** The position in FEN. */
  readonly fen: string;
  /** Eight rows from rank 8 to rank 1, with the letters of FEN from file a, and `.` for an empty square. */
  readonly board: readonly string[];
  /** The squares of the last move, such as `e2` and `e4`. */
  readonly lastMove?: { readonly from: string; readonly to: string };
  /** Whether the king of the side to move is attacked. */
  readonly isCheck: boolean;
  /** The positions since the last capture or pawn move, without their counters, to find repetitions. */
  readonly positions: readonly string[];
}
