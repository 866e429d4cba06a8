import { call } from '../shared/call.js';
import { atMost, field, OPTIONAL, required } from '../shared/field-rules.js';
import { pageQuery } from '../shared/page-queries.js';
import {
  type BodyOf,
  choiceField,
  flagField,
  idField,
  numberField,
  omittable,
  omittableByNull,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import {
  added,
  flag,
  id,
  list,
  nullable,
  object,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import {
  GAME_CLOCK,
  GAME_KINDS,
  GAME_STORIES,
  gameEventSchema,
  GO_SCORINGS,
  GO_SIZES,
} from './game-events.js';
import { awakeSchema, GAME_LIMITS, GAME_MESSAGES, GAME_STATUSES, gameSchema } from './games.js';
import { MESSAGE_RULES, messageSchema } from './messages.js';

const gamePlaceSchema = object('GamePlace', 'Where a game is played.', {
  serverId: nullable(id('The dimension; null in a conversation.')),
  isPublic: flag('Whether everyone can find the dimension.'),
  parentId: id('The channel or conversation.'),
  parentName: text('The name of the channel; empty for a conversation without one.', {
    example: 'late-boards',
  }),
  seq: wholeNumber('The `seq` of the message that offers the game there.', { minimum: 1, example: 41 }),
});

export const listedGameSchema = object('ListedGame', 'A game and its place.', {
  game: gameSchema,
  place: gamePlaceSchema,
});
export type ListedGame = TypeOf<typeof listedGameSchema>;

export const storedEventSchema = object(
  'StoredGameEvent',
  'An event of a game, with the time of its storing.',
  {
    seq: wholeNumber('The `seq` of its message in the thread, in ascending order.', {
      minimum: 1,
      example: 14,
    }),
    at: timestamp("The server's time of its storing."),
    event: gameEventSchema,
  },
);
export type StoredGameEvent = TypeOf<typeof storedEventSchema>;

export const gameRecordSchema = object('GameRecord', 'A game with all of its events.', {
  game: gameSchema,
  place: gamePlaceSchema,
  events: list(storedEventSchema, 'In order, from `start`; empty before the game starts.'),
  now: timestamp("The server's time, for clocks."),
  pauses: added(
    list(
      object('GamePause', 'A maintenance, in which no clock runs.', {
        from: timestamp('When it started, or will.'),
        to: nullable(timestamp('When it ended, or will; null if that is not known.')),
      }),
      'Those since the game was offered, and the planned one, in order.',
    ),
    [],
  ),
  mayOpenToVisitors: added(
    flag('Whether the caller may open the game to visitors, and close it.', false),
    false,
  ),
});
export type GameRecord = TypeOf<typeof gameRecordSchema>;

const POSITION_RULES = field(
  'Chess and Go: the position to start from, as FEN or as a diagram, such as a copied position. The lines of a diagram are the size of the board.',
  '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
  [atMost(GAME_LIMITS.position.max, GAME_MESSAGES.positionTooLong)],
  OPTIONAL,
);
const nonce = textField(MESSAGE_RULES.nonce);

export const offerGameBody = requestBody({
  kind: choiceField(GAME_KINDS, { description: 'The game.', message: GAME_MESSAGES.badGame }),
  size: omittable(
    choiceField(GO_SIZES, { description: 'Go: the number of lines.', message: GAME_MESSAGES.badGoSize }),
  ),
  scoring: omittable(
    choiceField(GO_SCORINGS, { description: 'Go: how points count.', message: GAME_MESSAGES.badGoScoring }),
  ),
  story: omittable(
    choiceField(GAME_STORIES, { description: 'Adventure: the story.', message: GAME_MESSAGES.badStory }),
  ),
  position: textField(POSITION_RULES),
  bankSeconds: numberField('The time of each player for all moves; 0 gives each move a time of its own.', {
    min: 0,
    max: GAME_CLOCK.bank.max,
    message: GAME_MESSAGES.badBank,
    example: 600,
  }),
  moveSeconds: numberField('What a move adds to that time; without one, the time for each move.', {
    min: 0,
    max: GAME_CLOCK.move.max,
    message: GAME_MESSAGES.badMoveTime,
    example: 5,
  }),
  invitedId: omittableByNull(idField('Chess and Go: the member for whom the other seat is kept.')),
  nonce,
});
export type OfferGameBody = BodyOf<typeof offerGameBody>;

/** What a player does. `draw` and `takeback` offer, or accept what the other player offered. */
export const GAME_COMMANDS = [
  'move',
  'resign',
  'draw',
  'decline_draw',
  'takeback',
  'decline_takeback',
] as const;
export type GameCommandType = (typeof GAME_COMMANDS)[number];

const moveRules = field(
  'The move, in the notation of the game. Required for `move`.',
  'Be3',
  [required(GAME_MESSAGES.moveRequired), atMost(GAME_LIMITS.move.max, GAME_MESSAGES.moveTooLong)],
  OPTIONAL,
);

export const playBody = requestBody({
  type: choiceField(GAME_COMMANDS, {
    description: 'What the player does.',
    message: GAME_MESSAGES.badCommand,
  }),
  move: textField(moveRules),
  nonce,
});
export type PlayBody = BodyOf<typeof playBody>;

export const openToVisitorsBody = requestBody({
  isOpen: flagField('Whether visitors may read the game and receive its moves.'),
});

export const gamesQuery = requestBody({
  ...pageQuery,
  channel: omittable(idField('The games of this channel or conversation.')),
  member: omittable(idField('Without a channel: the games of this member, or of the caller.')),
  status: omittable(
    choiceField(GAME_STATUSES, { description: 'Only games in this state.', message: GAME_MESSAGES.badGame }),
  ),
});

const game = { id: id('The game.') };
/** Why a member may not write in the channel of a game. */
const REFUSALS = ['not_found', 'not_a_member', 'timed_out', 'channel_locked', 'forbidden'] as const;
/** Why the message that offers a game may not be sent. */
const UNSENT = [
  ...REFUSALS,
  'slow_mode',
  'filtered',
  'filter_warning',
  'held_for_review',
  'quota_reached',
  'account_too_new',
] as const;

export const offerGame = call('POST', '/channels/:id/games', {
  summary: 'Offers a game in a channel or conversation',
  description:
    'Sends a message there, whose `thread.game` shows the game. Chess and Go start when another member takes the other seat, and seat 0 is drawn; the other games start when the caller starts them. Repeating a nonce answers 200 and the first game.',
  status: 201,
  alsoStatus: 200,
  params: { id: id('The channel or conversation.') },
  body: { title: 'OfferGameDto', fields: offerGameBody },
  answer: messageSchema,
  problems: [...UNSENT],
});

export const joinGame = call('PUT', '/games/:id/seat', {
  summary: 'Takes a seat of a game that waits for players',
  description: 'Repeating it changes nothing.',
  params: game,
  answer: gameSchema,
  problems: [...REFUSALS, 'already_used', 'quota_reached'],
});

export const leaveGame = call('DELETE', '/games/:id/seat', {
  summary: 'Gives a seat back before the game starts',
  description: 'If the member who offered the game does so, it ends.',
  params: game,
  answer: gameSchema,
  problems: [...REFUSALS, 'already_used'],
});

export const startGame = call('POST', '/games/:id/start', {
  summary: 'Starts a game of several players',
  description: 'For the member who offered it.',
  params: game,
  answer: gameSchema,
  problems: [...REFUSALS, 'already_used'],
});

export const play = call('POST', '/games/:id/moves', {
  summary: 'Moves in a game, resigns, offers or answers',
  description:
    "The answer is the message of the event in the game's thread. `already_used`: the rules refuse it at this moment, for example because it is another player's turn. Repeating a nonce answers 200 and the first message.",
  status: 201,
  alsoStatus: 200,
  params: game,
  body: { title: 'PlayDto', fields: playBody },
  answer: messageSchema,
  problems: [...REFUSALS, 'already_used'],
});

export const offerRematch = call('POST', '/games/:id/rematch', {
  summary: 'Offers the same game again',
  description:
    'For its players. In chess and Go the other seat is kept for the other player, and seat 0 changes.',
  status: 201,
  alsoStatus: 200,
  params: game,
  body: { title: 'RematchDto', fields: requestBody({ nonce }) },
  answer: messageSchema,
  problems: [...UNSENT, 'already_used'],
});

export const getGame = call('GET', '/games/:id', {
  summary: 'Returns a game with its events',
  description:
    'For those who read its channel, and for everyone if staff of a public dimension opened it to visitors.',
  access: 'visitors',
  params: game,
  answer: gameRecordSchema,
  problems: ['not_found'],
});

export const listGames = call('GET', '/games', {
  summary: 'Lists games that the caller may read, newest first',
  description: 'Those of a channel, or those of a member.',
  query: gamesQuery,
  answer: list(listedGameSchema),
});

export const listOpenGames = call('GET', '/open-games', {
  summary: 'Lists the newest games that are open to visitors and going on',
  description: `At most ${GAME_LIMITS.openListed}. Visitors learn the names of members who are visible to them.`,
  access: 'visitors',
  mayBeStale: true,
  answer: list(listedGameSchema),
});

export const listAwake = call('GET', '/awake', {
  summary: 'Lists members who are online and open to a game',
  description: 'Those with a line to the caller, or a dimension in common.',
  answer: awakeSchema,
});

export const setAwake = call('PUT', '/awake', {
  summary: 'Says whether the caller is open to a game',
  description: 'While they are online, members with a line to them or a dimension in common see so.',
  body: {
    title: 'AwakeDto',
    fields: requestBody({ isOpen: flagField('Whether the caller is open to a game.') }),
  },
  answer: awakeSchema,
});

export const openGameToVisitors = call('PUT', '/games/:id/visitors', {
  summary: 'Opens a game to visitors, or closes it',
  description: 'For the owner and moderators of a public dimension, in channels that visitors may find.',
  params: game,
  body: { title: 'GameVisitorsDto', fields: openToVisitorsBody },
  answer: gameSchema,
  problems: ['not_found', 'not_a_member', 'forbidden'],
});
