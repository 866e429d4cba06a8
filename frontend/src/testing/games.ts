import type {
  GameEvent,
  GameRecord,
  GameSetup,
  GameView,
  ListedGame,
  StoredGameEvent,
} from '@oniverse/contracts';
import { type GameState, replayGame } from '@oniverse/games';

const AT = '2026-03-05T21:00:00.000Z';

/** The reader of `signIn`. */
const ME = { id: '0193a000-0000-7000-8000-000000000001', username: 'vesper' };
const SABLE = { username: 'sable', displayName: null, profileImageUrl: null };

export const player = (seat: number, username: string) => ({
  seat,
  userId: username === ME.username ? ME.id : `u-${username}`,
  author: { ...SABLE, username },
});

/** Returns a game of chess that goes on between vesper, who is the reader, and sable. */
export const gameView = (given: Partial<GameView> = {}): GameView => ({
  id: 'g-41',
  number: 41,
  kind: 'chess',
  bankSeconds: 600,
  moveSeconds: 5,
  status: 'active',
  players: [player(0, ME.username), player(1, 'sable')],
  starterId: ME.id,
  invitedId: null,
  toMove: [0],
  deadlineAt: null,
  eventCount: 1,
  lastMove: null,
  outcome: null,
  isOpenToVisitors: false,
  createdAt: AT,
  endedAt: null,
  ...given,
});

const place = {
  serverId: 's-obs',
  isPublic: true,
  parentId: 'general',
  parentName: 'general',
  seq: 1,
};

export const listedGame = (given: Partial<GameView> = {}): ListedGame => ({ game: gameView(given), place });

export const gameSetup = (given: Partial<GameSetup> = {}): GameSetup => ({
  kind: 'chess',
  seats: 2,
  seed: '6f1d2c77a09b4e35',
  bankSeconds: 600,
  moveSeconds: 5,
  ...given,
});

/** Returns events as they are stored, a second apart, from `start`. The turn began now. */
export function storedEvents(setup: GameSetup, ...events: GameEvent[]): StoredGameEvent[] {
  const all: GameEvent[] = [{ type: 'start', setup }, ...events];
  return all.map((event, index) => ({
    seq: index + 1,
    at: new Date(Date.now() - (all.length - 1 - index) * 1_000).toISOString(),
    event,
  }));
}

/** Returns moves of two players in turn. */
export const moves = (...texts: string[]): GameEvent[] =>
  texts.map((move, index) => ({ type: 'move', seat: index % 2, move }));

export const gameRecord = (events: StoredGameEvent[], given: Partial<GameView> = {}): GameRecord => ({
  game: gameView({ eventCount: events.length, ...given }),
  place,
  events,
  now: new Date().toISOString(),
  pauses: [],
  mayOpenToVisitors: false,
});

/** Returns the position after some events. */
export const played = (setup: GameSetup, ...events: GameEvent[]): GameState =>
  replayGame(storedEvents(setup, ...events).map(({ event, at }) => ({ event, at: Date.parse(at) })));
