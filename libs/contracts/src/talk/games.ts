import { authorSchema } from '../people/profiles.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { listed } from '../shared/wording.js';
import {
  GAME_CLOCK,
  GAME_KINDS,
  GAME_STORIES,
  GAME_TITLES,
  gameOutcomeSchema,
  gamePositionSchema,
  GO_SCORINGS,
  GO_SIZES,
} from './game-events.js';

/** Bounds of games, apart from those of their rules. */
export const GAME_LIMITS = {
  /** How many of a member's games wait for players or go on. */
  unfinished: 30,
  move: { max: 40 },
  /** A diagram of 19 lines, with numbers at both sides. */
  position: { max: 2_000 },
  /** How many members the list of those who are awake has. */
  awakeListed: 50,
  /** How many games the list for visitors has. */
  openListed: 20,
} as const;

/** `open`: it waits for players. */
export const GAME_STATUSES = ['open', 'active', 'over'] as const;
export type GameStatus = (typeof GAME_STATUSES)[number];

export const GAME_MESSAGES = phrases({
  badGame: `A game must be ${listed(GAME_KINDS, 'or')}.`,
  badGoSize: `A Go board has ${listed(GO_SIZES, 'or')} lines.`,
  badGoScoring: `Scoring must be ${listed(GO_SCORINGS, 'or')}.`,
  badStory: `A story must be ${listed(GAME_STORIES, 'or')}.`,
  positionTooLong: tooLong('A position'),
  badBank: `The time of a player must be 0, or from ${GAME_CLOCK.bank.min} to ${GAME_CLOCK.bank.max} seconds.`,
  badMoveTime: `Each move has from ${GAME_CLOCK.move.min} to ${GAME_CLOCK.move.max} seconds, or adds up to ${GAME_CLOCK.increment.max} to the time of a player.`,
  badCommand: 'Players of this game cannot do this.',
  moveRequired: 'A move needs a notation, for example Be3.',
  moveTooLong: tooLong('A move'),
  notYourTurn: 'It is not your turn.',
  illegalMove: 'The rules do not allow this move.',
  ambiguousMove: 'More than one piece can move there. Name the piece, for example Nbd2.',
  unknownWord: 'This word is not in the list.',
  timeOver: 'The time for this move is over.',
  gameOver: 'This game is over.',
  nothingOffered: 'There is no offer to answer.',
  offerOpen: 'Your offer waits for the other player.',
  nothingToTakeBack: 'There is no move of yours to take back.',
  noAgreements: 'This game has no draws, and no move is taken back.',
  unreadablePosition: 'This is no position. Paste a FEN for chess, or a diagram of 9, 13 or 19 lines for Go.',
  illegalPosition: 'The rules do not allow this position.',
  finishedPosition: 'The game is over in this position.',
  noPosition: 'Only chess and Go start from a position.',
  notAPlayer: 'Only the players of this game can do this.',
  seatsTaken: 'All seats of this game are taken.',
  gameStarted: 'This game has started.',
  gameNotStarted: 'This game has not started yet.',
  gameNotOver: 'This game is not over yet.',
  ownSeat: 'Choose another member for the other seat.',
  noInvitation: 'Everybody may take a seat in this game.',
  tooFewPlayers: 'This game needs another player.',
  seatKept: 'This seat is kept for another member.',
  cannotPlayTogether: 'You cannot join this game.',
  cannotInvite: 'This member cannot play here.',
  onlyStarterStarts: 'The member who offered the game starts it.',
  visitorsNeedPublic: 'Visitors read only public dimensions.',
  moveStays: 'A move stays as it is. Ask in the game to take it back.',
});

/** Why the rules of a game refuse something, by the codes of libs/games, which client and server run. */
export const GAME_REFUSALS = {
  not_your_turn: GAME_MESSAGES.notYourTurn,
  illegal_move: GAME_MESSAGES.illegalMove,
  ambiguous_move: GAME_MESSAGES.ambiguousMove,
  unknown_word: GAME_MESSAGES.unknownWord,
  game_over: GAME_MESSAGES.gameOver,
  time_over: GAME_MESSAGES.timeOver,
  no_offer: GAME_MESSAGES.nothingOffered,
  offer_open: GAME_MESSAGES.offerOpen,
  nothing_to_take_back: GAME_MESSAGES.nothingToTakeBack,
  no_agreements: GAME_MESSAGES.noAgreements,
  invalid_event: GAME_MESSAGES.badCommand,
  unreadable_position: GAME_MESSAGES.unreadablePosition,
  illegal_position: GAME_MESSAGES.illegalPosition,
  finished_position: GAME_MESSAGES.finishedPosition,
  no_position: GAME_MESSAGES.noPosition,
} as const;

export const gamePlayerSchema = object('GamePlayer', 'A player of a game.', {
  seat: wholeNumber('The seat, from 0, which moves first.', { maximum: 7 }),
  userId: nullable(id('The member; null if the account was erased.')),
  author: nullable(authorSchema),
});
export type GamePlayer = TypeOf<typeof gamePlayerSchema>;

export const awakeSchema = object('Awake', 'Who is online and open to a game.', {
  isOpen: flag('Whether the caller is open to a game.', false),
  members: list(
    object('AwakeMember', 'A member with a line to the caller, or a dimension in common.', {
      userId: id('The member.'),
      author: authorSchema,
    }),
    `At most ${GAME_LIMITS.awakeListed}, by Oni ID.`,
  ),
});
export type AwakeView = TypeOf<typeof awakeSchema>;

/** Comes with the message that offers the game, and changes with it. It names no spectators. */
export const gameSchema = object('Game', 'A game, as the message that offers it shows it.', {
  id: id('The game: the thread that has its moves.'),
  number: wholeNumber('Counts the games of a channel from 1.', { minimum: 1, example: 41 }),
  kind: oneOf(GAME_KINDS, 'The game.', 'chess'),
  size: optional(oneOf(GO_SIZES, 'Go: the number of lines.', '9')),
  scoring: optional(oneOf(GO_SCORINGS, 'Go: how points count.', 'area')),
  story: optional(oneOf(GAME_STORIES, 'Adventure: the story.', 'the-night-train')),
  position: optional(gamePositionSchema),
  bankSeconds: wholeNumber('The time of each player for all moves; 0 if each move has its own.', {
    example: 600,
  }),
  moveSeconds: wholeNumber('What a move adds to that time; without one, the time for each move.', {
    example: 5,
  }),
  status: oneOf(GAME_STATUSES, '`open`: it waits for players.', 'active'),
  players: list(gamePlayerSchema, 'In order of their seats.'),
  starterId: nullable(id('The member who offered it; null if the account was erased.')),
  invitedId: nullable(
    id('The member for whom the other seat is kept; null for everybody who may write there.'),
  ),
  toMove: list(wholeNumber('A seat.', { maximum: 7 }), 'The seats that may move now.'),
  deadlineAt: nullable(timestamp('When the time of the present move is over.')),
  eventCount: wholeNumber('The number of its events.', { example: 14 }),
  lastMove: nullable(text('The last move.', { example: 'Be3' })),
  outcome: nullable(gameOutcomeSchema),
  isOpenToVisitors: flag('Whether visitors may read it and receive its moves.', false),
  createdAt: timestamp('When it was offered.'),
  endedAt: nullable(timestamp('When it ended.')),
});
export type GameView = TypeOf<typeof gameSchema>;

/** A clock of a game, in seconds. */
export type GameClock = Pick<GameView, 'bankSeconds' | 'moveSeconds'>;

/** Returns which part of a clock is out of its bounds; undefined if none is. */
export function clockProblem({ bankSeconds, moveSeconds }: GameClock): keyof GameClock | undefined {
  const { bank, increment, move } = GAME_CLOCK;
  if (bankSeconds === 0) {
    return moveSeconds >= move.min && moveSeconds <= move.max ? undefined : 'moveSeconds';
  }
  if (bankSeconds < bank.min || bankSeconds > bank.max) return 'bankSeconds';
  return moveSeconds <= increment.max ? undefined : 'moveSeconds';
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h`;
  const days = Math.round(seconds / 86_400);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Returns a clock as text, for example `10 min + 5 s` or `1 day a move`. */
export function clockText({ bankSeconds, moveSeconds }: GameClock): string {
  if (bankSeconds === 0) return `${durationText(moveSeconds)} a move`;
  return moveSeconds === 0
    ? durationText(bankSeconds)
    : `${durationText(bankSeconds)} + ${durationText(moveSeconds)}`;
}

/** Returns the name of a game, for example `Go 9×9`. */
export function gameName({ kind, size = GO_SIZES[0] }: Pick<GameView, 'kind' | 'size'>): string {
  const title = GAME_TITLES[kind];
  return kind === 'go' ? `${title} ${size}×${size}` : title;
}

/** Returns the text of the message that offers a game, which is all that clients without games show. */
export const gameOfferText = (game: Pick<GameView, 'kind' | 'size' | 'position'> & GameClock): string =>
  `${gameName(game)}, ${game.position === undefined ? '' : 'from a position, '}${clockText(game)}. Who plays?`;
