import type { GameEvent, GameOutcome, GameSetup } from '@oniverse/contracts';
import type { AdventureState } from '../adventure/adventure-state.js';
import type { ChessState } from '../chess/chess-state.js';
import type { GoState } from '../go/go-state.js';
import type { WordState } from '../words/word-state.js';

/** What only the game itself knows, by kind. */
export type GameData = ChessState | GoState | WordState | AdventureState;

export interface PlayedMove {
  readonly seat: number;
  readonly text: string;
}

/** The state of a game after its events: plain data, which nothing changes in place. */
export interface GameState {
  readonly setup: GameSetup;
  readonly status: 'active' | 'over';
  /** The seats that may move now: one, or all that have not voted, or not agreed on the score. */
  readonly toMove: readonly number[];
  /** The seat with an open offer of a draw. */
  readonly drawOfferedBy?: number;
  /** The seat that asks to take back its last move. */
  readonly takebackAskedBy?: number;
  /** The time in each seat's bank when its clock started, in ms. Empty if each move has its own time. */
  readonly banks: readonly number[];
  /** When the clocks of `toMove` started: the server's time of an event, in ms. */
  readonly turnStartedAt: number;
  readonly outcome?: GameOutcome;
  /** The moves that stand, in stored notation. Moves that were taken back are not among them. */
  readonly moves: readonly PlayedMove[];
  readonly lastMove?: string;
  readonly game: GameData;
}

export interface StampedEvent {
  readonly event: GameEvent;
  /** The server's time of the event, in ms. */
  readonly at: number;
}
