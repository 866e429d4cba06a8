import type { GameEvent, GameOutcome, GameSetup } from '@oniverse/contracts';
import type { GameState } from './state.js';

/** A move as its event stores it. */
export type StoredMove = Required<Pick<GameEvent, 'move'>> & Pick<GameEvent, 'marks'>;

/** What follows from an event, in one game. */
export interface Step<S> {
  readonly game: S;
  /** The seats that may move next; empty once the game is over. */
  readonly toMove: readonly number[];
  readonly outcome?: GameOutcome;
  /** Whether the turn goes on: its time does not start again, and no increment is due. */
  readonly sameTurn?: boolean;
}

/** A position to start from, as the setup has it. */
export type StartPosition = Required<Pick<GameSetup, 'position'>> & Pick<GameSetup, 'size'>;

export interface RecordDetails {
  /** The names of the players, by seat. */
  readonly names: readonly string[];
  /** Where the game was played. */
  readonly event: string;
  /** The day of the first move, as in 2026-11-30. */
  readonly date: string;
}

export interface GameRecord {
  readonly type: 'pgn' | 'sgf' | 'txt';
  readonly text: string;
}

/**
 * The rules of one kind of game. The engine has checked whose turn it is, the time and that the game is not over; it keeps
 * the clocks, offers and list of moves. All functions are pure, and throw `GameRefusal` for what the rules do not allow.
 */
export interface GameRules<S> {
  /** The names of the seats. Games with two names are between two opponents, who can agree on draws and takebacks. */
  readonly sides?: readonly [string, string];
  /** Loads what the other functions need, such as a story. */
  prepare?(setup: GameSetup): Promise<void>;
  /** Begins at the setup's position if it has one. */
  begin(setup: GameSetup): Step<S>;
  /** Reads a position to start from, such as a copied `positionText`. */
  readPosition?(text: string): StartPosition;
  /**
   * Returns the move that a player typed as its event stores it.
   * @param secret the secret of a word game, which only the server knows
   */
  readMove(setup: GameSetup, game: S, seat: number, typed: string, secret?: string): StoredMove;
  play(setup: GameSetup, game: S, seat: number, move: StoredMove): Step<S>;
  /** Applies that a player resigned, or that the time of a player is over. The seat may not be one that is to move. */
  leave(setup: GameSetup, game: S, seat: number, reason: 'resignation' | 'time'): Step<S>;
  /** Returns whether the game waits for its secret. */
  awaitsSecret?(game: S): boolean;
  reveal?(setup: GameSetup, game: S, secret: string): S;
  /** Returns the position as lines of text. */
  positionText(setup: GameSetup, game: S): string;
  /** Returns a sentence without its subject, such as "plays bishop to e3", about a move that led to this state. */
  moveSentence(setup: GameSetup, game: S, move: StoredMove): string;
  record(state: GameState, game: S, details: RecordDetails): GameRecord;
}
