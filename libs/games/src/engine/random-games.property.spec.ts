import { beforeAll, describe, expect, it } from '@jest/globals';
import { GAME_KINDS, GAME_PLAYERS, GAME_STORIES, type GameEvent, type GameKind } from '@oniverse/contracts';
import { byTestLength } from '@oniverse/testing';
import { Chess } from 'chess.js';
import { assert, integer, property } from 'fast-check';
import {
  applyEvent,
  createSetup,
  deadlineOf,
  drawSecret,
  eventOf,
  followingEvent,
  type GameCommand,
  GameRefusal,
  type GameState,
  pointName,
  prepareGame,
  replayGame,
  seededRandom,
  SECRET_BYTES,
  type StampedEvent,
  startEvent,
} from '../index.js';

/** In parts, so that the time of a test bounds the time of a game, not of all games. */
const PARTS = byTestLength(1, 20);
const GAMES = byTestLength(4, 100);
/** How often a player types something else than a move that is likely to be legal. */
const OTHER_COMMANDS = 0.06;
const TIMEOUTS = 0.01;
const NONSENSE = ['', 'Zz9', 'done', 'resume', 'a1', '99', 'ember', 'pass'];
const OTHERS = ['draw', 'decline_draw', 'takeback', 'decline_takeback', 'resign'] as const;

type Random = () => number;
const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;

/** Returns a move that is likely to be legal. */
function likelyMove({ game }: GameState, random: Random): string {
  switch (game.kind) {
    case 'chess':
      return pick(new Chess(game.fen).moves(), random);
    case 'go':
      if (game.phase === 'scoring') return random() < 0.5 ? 'done' : randomMark(game.size, random);
      return random() < 0.1 ? 'pass' : randomPoint(game.size, random);
    case 'words':
      return pick(['crowd', 'eerie', 'brake', 'pilot', 'amber', 'guess'], random);
    case 'adventure':
      return String(1 + Math.floor(random() * game.choices.length));
    default:
      return game satisfies never;
  }
}

const randomPoint = (size: number, random: Random): string =>
  pointName(size, Math.floor(random() * size * size));

const randomMark = (size: number, random: Random): string =>
  `${pick(['dead', 'alive'], random)} ${randomPoint(size, random)}`;

function randomCommand(state: GameState, random: Random): GameCommand {
  const chance = random();
  if (chance < OTHER_COMMANDS / 2) return { type: 'move', move: pick(NONSENSE, random) };
  if (chance < OTHER_COMMANDS) return { type: pick(OTHERS, random) };
  return { type: 'move', move: likelyMove(state, random) };
}

/** Applies an event, or returns undefined if the rules refuse it. */
function tryEvent(
  state: GameState,
  makeEvent: () => GameEvent,
  at: number,
): [GameState, GameEvent] | undefined {
  try {
    const event = makeEvent();
    return [applyEvent(state, event, at), event];
  } catch (error) {
    if (error instanceof GameRefusal) return undefined;
    throw error;
  }
}

/** Plays a game to its end as the server does, and returns the last state and what a client receives. */
function playGame(kind: GameKind, random: Random): { state: GameState; received: StampedEvent[] } {
  const { min, max } = GAME_PLAYERS[kind];
  const seats = min + Math.floor(random() * (max - min + 1));
  const secret =
    kind === 'words'
      ? drawSecret(Uint8Array.from({ length: SECRET_BYTES }, () => Math.floor(random() * 256)))
      : undefined;
  const setup = createSetup(
    { kind, bankSeconds: pick([0, 600], random), moveSeconds: 60, story: pick(GAME_STORIES, random) },
    seats,
    { seed: String(random()), ...(secret !== undefined && { secret }) },
  );
  let at = 1_700_000_000_000;
  const events: StampedEvent[] = [{ event: startEvent(setup), at }];
  let state = replayGame(events);
  while (state.status === 'active') {
    const present = state;
    const isTimeout = random() < TIMEOUTS;
    at = isTimeout ? (deadlineOf(present) ?? at) + 1 : at + Math.floor(random() * 2_000);
    const seat = random() < 0.9 ? pick(present.toMove, random) : Math.floor(random() * seats);
    const command = randomCommand(present, random);
    const applied = tryEvent(
      present,
      () =>
        isTimeout
          ? { type: 'time', seat: pick(present.toMove, random) }
          : eventOf(present, seat, command, secret),
      at,
    );
    if (!applied) continue;
    const [next, event] = applied;
    state = next;
    events.push({ event, at });
  }
  const following = followingEvent(state, secret);
  if (following) {
    state = applyEvent(state, following, at);
    events.push({ event: following, at });
  }
  return { state, received: events.map((stamped) => JSON.parse(JSON.stringify(stamped))) };
}

describe('random games', () => {
  beforeAll(async () => {
    for (const kind of GAME_KINDS)
      for (const story of GAME_STORIES)
        await prepareGame(createSetup({ kind, bankSeconds: 0, moveSeconds: 60, story }, 2, { seed: '' }));
  });

  const parts = GAME_KINDS.flatMap((kind) =>
    Array.from({ length: PARTS }, (_, index) => ({ kind, part: index + 1 })),
  );

  it.each(parts)('TLK-560 of $kind end, with equal states on server and client, part $part', ({ kind }) => {
    assert(
      property(integer(), (seed) => {
        const { state, received } = playGame(kind, seededRandom(`${seed}`));
        expect(state).toMatchObject({ status: 'over', toMove: [], outcome: expect.anything() });
        expect(deadlineOf(state)).toBeNull();
        expect(replayGame(received)).toEqual(state);
      }),
      { numRuns: GAMES },
    );
  });
});
