import { randomUUID } from 'node:crypto';
import { type GameEvent, GAME_LIMITS, type GameSetup, type GameStatus } from '@oniverse/contracts';
import {
  applyEvent,
  createSetup,
  deadlineOf,
  eventText,
  followingEvent,
  type GamePause,
  type GameState,
  offClock,
  onClock,
  prepareGame,
  replayGame,
  startEvent,
} from '@oniverse/games';
import type { EntityManager } from 'typeorm';
import type { Game } from './entities/game.entity.js';
import { listPauses } from './maintenance.js';
import { notifyEntry } from './notification-causes.js';
import { enqueueOutbox } from './outbox.js';

/** A game whose thread is locked. */
export interface LockedGame extends Pick<
  Game,
  | 'channelId'
  | 'parentId'
  | 'kind'
  | 'size'
  | 'scoring'
  | 'story'
  | 'position'
  | 'bankSeconds'
  | 'moveSeconds'
  | 'status'
  | 'invitedId'
  | 'secret'
> {
  starterId: string | null;
  /** By seat; null for an erased account. Seats that nobody took yet are missing. */
  players: ReadonlyMap<number, string | null>;
  /** The database's time after the lock, in ms. Events are stored with it. */
  now: number;
  /** When the clocks of the game stood still. */
  pauses: readonly GamePause[];
}

/** An event, and the member whose message it is: null if the account was erased. */
export interface NewGameEvent {
  event: GameEvent;
  userId: string | null;
  nonce: string;
}

/** What was stored, at the head of the thread. */
export interface StoredGameEvents {
  /** The messages of the events, in order. */
  messageIds: string[];
  /** The revision of the thread. */
  rev: number;
  /** The state after them. */
  state: GameState;
}

/**
 * Locks a game as storing a message in its thread does, until the end of the transaction.
 * @returns undefined if there is none
 */
export async function lockGame(manager: EntityManager, gameId: string): Promise<LockedGame | undefined> {
  await manager.query(
    `SELECT 1 FROM channels WHERE id IN ($1, (SELECT parent_id FROM channels WHERE id = $1)) ORDER BY id FOR NO KEY UPDATE`,
    [gameId],
  );
  const rows: (Omit<LockedGame, 'players' | 'now' | 'pauses'> & {
    seats: { seat: number; userId: string | null }[];
    now: Date;
    createdAt: Date;
  })[] = await manager.query(
    `SELECT game.channel_id AS "channelId", game.parent_id AS "parentId", game.kind, game.size, game.scoring, game.story, game.position,
            game.bank_seconds AS "bankSeconds", game.move_seconds AS "moveSeconds", game.status, game.invited_id AS "invitedId",
            game.secret, game.created_at AS "createdAt", thread.started_by AS "starterId", date_trunc('milliseconds', clock_timestamp()) AS now,
            coalesce((SELECT jsonb_agg(jsonb_build_object('seat', seat, 'userId', user_id) ORDER BY seat)
                        FROM game_players WHERE game_id = game.channel_id), '[]') AS seats
       FROM games game JOIN channels thread ON thread.id = game.channel_id WHERE game.channel_id = $1`,
    [gameId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { seats, now, createdAt, ...game } = row;
  const pauses = await listPauses(manager, createdAt);
  return {
    ...game,
    players: new Map(seats.map(({ seat, userId }) => [seat, userId])),
    now: now.getTime(),
    // One that lasts ends now, for all that is computed until the next lock.
    pauses: pauses.flatMap(({ from, to }) =>
      from < now.getTime() ? [{ from, to: Math.min(to, now.getTime()) }] : [],
    ),
  };
}

/** Returns the state of a game that has started. Its clocks stand still during pauses: see `onClock`. */
export async function readGame(
  manager: EntityManager,
  { channelId: gameId, pauses }: Pick<LockedGame, 'channelId' | 'pauses'>,
): Promise<GameState> {
  const rows: { event: GameEvent; at: Date }[] = await manager.query(
    `SELECT event, created_at AS at FROM messages WHERE channel_id = $1 AND event IS NOT NULL ORDER BY seq`,
    [gameId],
  );
  const setup = rows[0]?.event.setup;
  if (!setup) throw new Error(`Game ${gameId} has no first event.`);
  await prepareGame(setup);
  return replayGame(rows.map(({ event, at }) => ({ event, at: onClock(at.getTime(), pauses) })));
}

/** Starts a locked game. @param nonce of the message of its first event, which the member who takes the last seat sends */
export async function startLockedGame(
  manager: EntityManager,
  game: LockedGame,
  by: { userId: string; nonce: string; seed: string; secret?: string },
): Promise<StoredGameEvents> {
  const { kind, size, scoring, story, position, bankSeconds, moveSeconds, players } = game;
  const setup: GameSetup = createSetup(
    {
      kind,
      bankSeconds,
      moveSeconds,
      ...(size !== null && { size }),
      ...(scoring !== null && { scoring }),
      ...(story !== null && { story }),
      ...(position !== null && { position }),
    },
    players.size,
    { seed: by.seed, ...(by.secret !== undefined && { secret: by.secret }) },
  );
  await manager.query('UPDATE games SET secret = $2 WHERE channel_id = $1', [
    game.channelId,
    by.secret ?? null,
  ]);
  await prepareGame(setup);
  const event = startEvent(setup);
  const state = replayGame([{ event, at: onClock(game.now, game.pauses) }]);
  return storeEvents(manager, game, { state, events: [{ event, userId: by.userId, nonce: by.nonce }] });
}

/**
 * Applies an event to a locked game, and stores it with what follows from it. @throws GameRefusal if the rules refuse it
 * @param state before the event
 */
export async function appendGameEvent(
  manager: EntityManager,
  game: LockedGame,
  state: GameState,
  added: NewGameEvent,
): Promise<StoredGameEvents> {
  const events = [added];
  const now = onClock(game.now, game.pauses);
  let next = applyEvent(state, added.event, now);
  for (let event = followingEvent(next, game.secret ?? undefined); event;) {
    next = applyEvent(next, event, now);
    events.push({ event, userId: added.userId, nonce: randomUUID() });
    event = followingEvent(next, game.secret ?? undefined);
  }
  return storeEvents(manager, game, { state: next, events });
}

/** Returns when the time of the present turn is over, unless a pause follows; null if the game is over. */
function deadlineAtOf(state: GameState, { pauses }: LockedGame): Date | null {
  const deadline = deadlineOf(state);
  return deadline === null ? null : new Date(offClock(deadline, pauses));
}

/** Stores when the time of the present turn of a locked game is over, after a pause that its last event did not know. */
export async function postponeDeadline(
  manager: EntityManager,
  game: LockedGame,
  state: GameState,
): Promise<void> {
  await manager.query('UPDATE games SET deadline_at = $2 WHERE channel_id = $1', [
    game.channelId,
    deadlineAtOf(state, game),
  ]);
}

/** Stores events as messages of the thread, and the state after them for lists, clocks and night logs. */
async function storeEvents(
  manager: EntityManager,
  game: LockedGame,
  { state, events }: { state: GameState; events: readonly NewGameEvent[] },
): Promise<StoredGameEvents> {
  const at = new Date(game.now);
  const rows: { id: string; seq: number; rev: number }[] = await manager.query(
    `WITH head AS (
       UPDATE channels SET last_seq = last_seq + $6, last_rev = last_rev + $6 WHERE id = $1
       RETURNING last_seq - $6 AS seq, last_rev - $6 AS rev
     )
     INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, event, created_at, updated_at)
     SELECT $1, given.user_id, head.seq + given.place::integer, head.rev + given.place::integer, given.content, given.nonce, given.event, $7, $7
       FROM head CROSS JOIN unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[]) WITH ORDINALITY
              AS given (user_id, content, nonce, event, place)
     RETURNING id, seq, rev`,
    [
      game.channelId,
      events.map(({ userId }) => userId),
      events.map(({ event }) => eventText(event)),
      events.map(({ nonce }) => nonce),
      events.map(({ event }) => JSON.stringify(event)),
      events.length,
      at,
    ],
  );
  const stored = rows.toSorted((a, b) => a.seq - b.seq);
  const messageIds = stored.map(({ id }) => id);
  await manager.query('SELECT record_thread_replies($1)', [messageIds]);
  const status: GameStatus = state.status;
  const deadline = deadlineAtOf(state, game);
  await manager.query(
    `UPDATE games SET status = $2, to_move = $3, deadline_at = $4, last_move = $5, outcome = $6, event_count = event_count + $7,
            ended_at = CASE WHEN $2 = 'over' THEN $8::timestamptz END
      WHERE channel_id = $1`,
    [
      game.channelId,
      status,
      state.toMove,
      deadline,
      state.lastMove?.slice(0, GAME_LIMITS.move.max) ?? null,
      state.outcome === undefined ? null : JSON.stringify(state.outcome),
      events.length,
      at,
    ],
  );
  await manager.query(
    'UPDATE game_players SET is_out = true WHERE game_id = $1 AND seat = ANY ($2::smallint[])',
    [
      game.channelId,
      events.flatMap(({ event: { type, seat } }) =>
        type === 'time' || type === 'resign' ? (seat ?? []) : [],
      ),
    ],
  );
  const { seq, rev } = stored.at(-1) ?? { seq: 0, rev: 0 };
  await enqueueOutbox(manager, [notifyEntry({ kind: 'turn', channelId: game.channelId, seq })]);
  return { messageIds, rev, state };
}
