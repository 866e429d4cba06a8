/** What the players of a game of this kind see. */
export interface GoState {
  readonly kind: 'go';
}
