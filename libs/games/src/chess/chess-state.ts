/** What the players of a game of this kind see. */
export interface ChessState {
  readonly kind: 'chess';
}
