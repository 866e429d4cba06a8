/** A part of the story, and the choice that led to it. */
export interface AdventurePassage {
  readonly choice?: string;
  readonly paragraphs: readonly string[];
}

export interface AdventureChoice {
  readonly text: string;
  /** The seats that voted for it. */
  readonly votes: readonly number[];
}

/** What the players of an adventure see. */
export interface AdventureState {
  readonly kind: 'adventure';
  /** The story so far. */
  readonly passages: readonly AdventurePassage[];
  /** What the players vote on, by numbers from 1; empty once the story is over. */
  readonly choices: readonly AdventureChoice[];
  /** The name of the ending that the story reached. */
  readonly ending?: string;
  /** The seats that are in the story. */
  readonly seats: readonly number[];
  /** The seats whose time is over in this round. */
  readonly silent: readonly number[];
  /** The seats whose time was over in the round before. */
  readonly missed: readonly number[];
  /** The state of the story, as ink saves it. */
  readonly saved: string;
}
