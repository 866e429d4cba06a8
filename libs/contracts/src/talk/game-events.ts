import { list, object, oneOf, optional, text, type TypeOf, wholeNumber } from '../shared/schema.js';

/** The games that members play. */
export const GAME_KINDS = ['chess', 'go', 'words', 'adventure'] as const;
export type GameKind = (typeof GAME_KINDS)[number];

export const GAME_TITLES = {
  chess: 'Chess',
  go: 'Go',
  words: 'Five letters',
  adventure: 'Adventure',
} as const satisfies Record<GameKind, string>;

/** How many members play each game. */
export const GAME_PLAYERS = {
  chess: { min: 2, max: 2 },
  go: { min: 2, max: 2 },
  words: { min: 2, max: 8 },
  adventure: { min: 1, max: 8 },
} as const satisfies Record<GameKind, { min: number; max: number }>;

/** The number of lines of a Go board. */
export const GO_SIZES = ['9', '13', '19'] as const;
export type GoSize = (typeof GO_SIZES)[number];

/** `area` counts stones and the points that they surround; `territory` counts surrounded points and captured stones. */
export const GO_SCORINGS = ['area', 'territory'] as const;
export type GoScoring = (typeof GO_SCORINGS)[number];

/** The shared adventures, by the names of their files. */
export const GAME_STORIES = ['the-last-lighthouse', 'the-night-train'] as const;
export type GameStory = (typeof GAME_STORIES)[number];

export const STORY_TITLES = {
  'the-last-lighthouse': 'The Last Lighthouse',
  'the-night-train': 'The Night Train',
} as const satisfies Record<GameStory, string>;

/** Bounds of clocks, in seconds. */
export const GAME_CLOCK = {
  /** The time of a player for all moves; 0 gives each move a time of its own. */
  bank: { min: 60, max: 10_800 },
  /** What each move adds to the time of a player. */
  increment: { max: 60 },
  /** The time for each move, from a minute to three days. */
  move: { min: 60, max: 259_200 },
} as const;

export const gamePositionSchema = text(
  'Chess and Go: the position that the game starts from, as FEN or as a diagram. Without one, it starts as usual.',
  { example: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' },
);

/** The first event of a game has it. */
export const gameSetupSchema = object('GameSetup', 'What the players agreed on before the first move.', {
  kind: oneOf(GAME_KINDS, 'The game.', 'chess'),
  seats: wholeNumber('The number of players. Seats count from 0, which moves first without a position.', {
    minimum: 1,
    maximum: 8,
    example: 2,
  }),
  seed: text('The random numbers of the game derive from it.', { example: '6f1d2c77a09b4e35' }),
  bankSeconds: wholeNumber('The time of each player for all moves; 0 if each move has its own.', {
    example: 600,
  }),
  moveSeconds: wholeNumber('What a move adds to that time; without one, the time for each move.', {
    example: 5,
  }),
  size: optional(oneOf(GO_SIZES, 'Go: the number of lines.', '9')),
  scoring: optional(oneOf(GO_SCORINGS, 'Go: how points count.', 'area')),
  story: optional(oneOf(GAME_STORIES, 'Adventure: the story.', 'the-night-train')),
  position: optional(gamePositionSchema),
  commitment: optional(
    text('Word game: the SHA-256 of the secret, in hexadecimal. The event `reveal` has the secret.', {
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
  ),
});
export type GameSetup = TypeOf<typeof gameSetupSchema>;

/** Players choose all but `start`, `time` and `reveal`. */
export const GAME_EVENT_TYPES = [
  'start',
  'move',
  'resign',
  'offer_draw',
  'accept_draw',
  'decline_draw',
  'ask_takeback',
  'accept_takeback',
  'decline_takeback',
  'time',
  'reveal',
] as const;
export type GameEventType = (typeof GAME_EVENT_TYPES)[number];

export const gameEventSchema = object('GameEvent', 'What happened in a game.', {
  type: oneOf(
    GAME_EVENT_TYPES,
    'What happened. `time`: the time of a player is over, or the player left.',
    'move',
  ),
  seat: optional(wholeNumber('The player; absent from `start` and `reveal`.', { maximum: 7, example: 0 })),
  move: optional(text('The move, in the notation of the game.', { example: 'Be3' })),
  marks: optional(
    text(
      'Word game: one letter for each letter of the guess: `x` in place, `o` elsewhere, `-` not in the word.',
      {
        example: 'x-o--',
      },
    ),
  ),
  secret: optional(text('Word game: the secret of the commitment.', { example: 'ember 5f0c2b7e' })),
  setup: optional(gameSetupSchema),
});
export type GameEvent = TypeOf<typeof gameEventSchema>;

/** Why a game ended. */
export const GAME_END_REASONS = [
  'checkmate',
  'stalemate',
  'repetition',
  'fifty_moves',
  'material',
  'score',
  'resignation',
  'agreement',
  'time',
  'solved',
  'unsolved',
  'story',
] as const;
export type GameEndReason = (typeof GAME_END_REASONS)[number];

export const gameOutcomeSchema = object('GameOutcome', 'How a game ended.', {
  reason: oneOf(GAME_END_REASONS, 'Why it ended.', 'checkmate'),
  winners: list(
    wholeNumber('A seat.', { maximum: 7 }),
    'The seats that won; empty for a draw, and for a story.',
  ),
  score: optional(text('The score in Go, as in SGF: the winner and the difference.', { example: 'B+3.5' })),
});
export type GameOutcome = TypeOf<typeof gameOutcomeSchema>;
