/** Why a game does not accept an event. */
export type GameRefusalCode =
  | 'not_your_turn'
  | 'illegal_move'
  | 'ambiguous_move'
  | 'unknown_word'
  | 'game_over'
  | 'time_over'
  /** There is no open offer of the other player to answer. */
  | 'no_offer'
  /** The player has an open offer of this kind already. */
  | 'offer_open'
  | 'nothing_to_take_back'
  /** The game has no draws and no takebacks. */
  | 'no_agreements'
  /** The event cannot follow the events before it, from any player. */
  | 'invalid_event'
  /** The text to start from is no position of the game. */
  | 'unreadable_position'
  | 'illegal_position'
  /** The game would be over at once. */
  | 'finished_position'
  /** The game always starts as usual. */
  | 'no_position';

/** Says that a game does not accept an event. The state stays as it is. */
export class GameRefusal extends Error {
  override readonly name = 'GameRefusal';

  constructor(readonly code: GameRefusalCode) {
    super(code);
  }
}
