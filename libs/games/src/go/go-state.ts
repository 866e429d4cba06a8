/** A point without a stone, a black stone, or a white one. */
export type GoPoint = '.' | 'B' | 'W';

/** What the players of a game of Go see. */
export interface GoState {
  readonly kind: 'go';
  /** The number of lines. */
  readonly size: number;
  /** One `GoPoint` for each point, row by row from the top. */
  readonly board: string;
  /** In `scoring`, which two passes begin, players mark dead stones until both agree. */
  readonly phase: 'play' | 'scoring';
  /** The index of the stone played last; absent after a pass. */
  readonly lastPoint?: number;
  /** How many stones the last move captured. */
  readonly lastCaptured: number;
  /** How many stones each seat has captured. */
  readonly captured: readonly [number, number];
  /** The number of passes since the last stone. */
  readonly passes: number;
  /** The indexes of the stones that are marked as dead, in ascending order. */
  readonly dead: readonly number[];
  /** The seats that agree on the marked stones. */
  readonly agreed: readonly number[];
  /** Whether play may go on from scoring: once for each stone, so that a game cannot go on for ever. */
  readonly canResume: boolean;
  /** The seat that plays next, also after scoring. */
  readonly turn: number;
  /** All boards so far, none of which a stone may bring back. */
  readonly positions: readonly string[];
}
