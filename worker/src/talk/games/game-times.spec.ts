import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { GameEvent, GameKind } from '@oniverse/contracts';
import {
  appendGameEvent,
  Game,
  lockGame,
  MaintenancePeriod,
  MESSAGE_REVISED_TOPIC,
  Message,
  Notification,
  readGame,
  startLockedGame,
  type User,
} from '@oniverse/data';
import { drawSecret, eventOf } from '@oniverse/games';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../../testing/recording-publisher.js';
import { NotificationsRepository } from '../notifications/notifications.repository.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { EndAbsences } from './end-absences.js';
import { EndTurns } from './end-turns.js';
import { GameTimes } from './game-times.service.js';

describe('GameTimes', () => {
  let stack: TestStack;
  let live: RecordingPublisher;
  let turns: EndTurns;
  let absences: EndAbsences;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  beforeEach(() => {
    live = new RecordingPublisher();
    const times = new GameTimes(stack.dataSource, live);
    turns = new EndTurns(stack.dataSource, times);
    absences = new EndAbsences(stack.dataSource, times);
  });

  /** Starts a game with a player for each seat. */
  const startGame = async (kind: GameKind, seats: number) => {
    const players: User[] = [];
    for (let seat = 0; seat < seats; seat += 1) players.push((await makeMember(stack.dataSource)).user);
    const { server, channel } = await makeServer(stack.dataSource, { members: players });
    const [{ id = '' } = {}]: { id?: string }[] = await stack.dataSource.query(
      `WITH offer AS (
         INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce) VALUES ($1, $2, 1, 1, 'Who plays?', 'n') RETURNING id
       ), head AS (
         UPDATE channels SET last_seq = 1, last_rev = 1 WHERE id = $1
       )
       INSERT INTO channels (name, parent_id, parent_server_id, parent_message_id, started_by)
       SELECT '', $1, $3, offer.id, $2 FROM offer RETURNING id`,
      [channel.id, players[0]?.id, server.id],
    );
    await stack.dataSource.query(
      `WITH game AS (
         INSERT INTO games (channel_id, parent_id, number, kind, bank_seconds, move_seconds) VALUES ($1, $2, 1, $3, 0, 60)
       )
       INSERT INTO game_players (game_id, seat, user_id)
       SELECT $1, given.place - 1, given.user_id FROM unnest($4::uuid[]) WITH ORDINALITY AS given (user_id, place)`,
      [id, channel.id, kind, players.map((player) => player.id)],
    );
    await stack.dataSource.transaction(async (manager) => {
      const game = await lockGame(manager, id);
      const [first] = players;
      if (!game || !first) throw new Error('The game was not made.');
      const secret = kind === 'words' ? { secret: drawSecret(new Uint8Array(32)) } : {};
      await startLockedGame(manager, game, { userId: first.id, nonce: randomUUID(), seed: '01', ...secret });
    });
    return { id, players, serverId: server.id };
  };
  /** Lets the time of the game have begun two minutes earlier. */
  const passTime = async (id: string) => {
    await stack.dataSource.query(
      `UPDATE messages SET created_at = created_at - interval '2 minutes' WHERE channel_id = $1`,
      [id],
    );
    await stack.dataSource.query(
      `UPDATE games SET deadline_at = deadline_at - interval '2 minutes' WHERE channel_id = $1`,
      [id],
    );
  };
  const gameOf = (id: string) => stack.dataSource.getRepository(Game).findOneByOrFail({ channelId: id });
  const eventsOf = async (id: string): Promise<(GameEvent | null)[]> => {
    const messages = await stack.dataSource
      .getRepository(Message)
      .find({ where: { channelId: id }, order: { seq: 'ASC' } });
    return messages.map(({ event }) => event);
  };

  /** Stores the first move. */
  const play = async (id: string, player: User | undefined, move: string) => {
    await stack.dataSource.transaction(async (manager) => {
      const game = await lockGame(manager, id);
      if (!game) throw new Error('The game is gone.');
      const state = await readGame(manager, game);
      const event = eventOf(state, 0, { type: 'move', move });
      await appendGameEvent(manager, game, state, { event, userId: player?.id ?? null, nonce: move });
    });
  };

  it('TLK-587 ends a game of two when the time is over, once by any number of workers, and not before', async () => {
    const { id, players } = await startGame('chess', 2);
    expect(await turns.run()).toBe(0);
    await passTime(id);
    const other = new EndTurns(stack.dataSource, new GameTimes(stack.dataSource, new RecordingPublisher()));
    await Promise.all([turns.run(), other.run(), turns.run()]);
    expect((await eventsOf(id)).slice(1)).toEqual([{ type: 'time', seat: 0 }]);
    expect(await gameOf(id)).toMatchObject({
      status: 'over',
      outcome: { reason: 'time', winners: [1] },
      deadlineAt: null,
      toMove: [],
    });
    const [message] = await stack.dataSource.getRepository(Message).findBy({ channelId: id, seq: 2 });
    expect(message?.userId).toBe(players[0]?.id);
    expect(
      live.hints.filter(({ topic }) => topic === MESSAGE_REVISED_TOPIC).map(({ payload }) => payload),
    ).toContainEqual({
      channelId: id,
      rev: 2,
    });
    expect(await turns.run()).toBe(0);
  });

  it('TLK-587 takes one player out of a game of several, which goes on', async () => {
    const { id } = await startGame('words', 3);
    await passTime(id);
    await turns.run();
    expect(await gameOf(id)).toMatchObject({ status: 'active', toMove: [1], lastMove: null });
  });

  it('OPS-053 ends no turn during a maintenance, whose time counts for no player', async () => {
    const { id, players } = await startGame('chess', 2);
    await passTime(id);
    const periods = stack.dataSource.getRepository(MaintenancePeriod);
    const startsAt = new Date(Date.now() - 110_000);
    await periods.insert({ startsAt, endsAt: null, text: null });
    expect(await turns.run()).toBe(0);
    await periods.updateAll({ endsAt: new Date() });
    expect(await turns.run()).toBe(1);
    expect((await gameOf(id)).status).toBe('active');
    const { deadlineAt } = await gameOf(id);
    expect(Math.abs((deadlineAt?.getTime() ?? 0) - Date.now() - 50_000)).toBeLessThan(5_000);
    expect(await turns.run()).toBe(0);
    await play(id, players[0], 'e4');
    expect(await gameOf(id)).toMatchObject({ status: 'active', toMove: [1] });
    await periods.clear();
  });

  it('TLK-588 ends the time of a player who left, was removed, or erased the account', async () => {
    const { id, players, serverId } = await startGame('chess', 2);
    expect(await absences.run()).toBe(0);
    await stack.dataSource.query('DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', [
      serverId,
      players[1]?.id,
    ]);
    await absences.run();
    expect(await gameOf(id)).toMatchObject({ outcome: { reason: 'time', winners: [0] } });

    const words = await startGame('words', 3);
    await stack.dataSource.query('UPDATE game_players SET user_id = NULL WHERE game_id = $1 AND seat = 1', [
      words.id,
    ]);
    await absences.run();
    expect(await absences.run()).toBe(0);
    expect(await gameOf(words.id)).toMatchObject({ status: 'active', toMove: [0] });
    expect((await eventsOf(words.id)).at(-1)).toEqual({ type: 'time', seat: 1 });
  });

  it('TLK-582 keeps the columns of a game and the state after its events equal', async () => {
    const { id, players } = await startGame('chess', 2);
    await play(id, players[0], 'e4');
    const state = await stack.dataSource.transaction(async (manager) =>
      readGame(manager, { channelId: id, pauses: [] }),
    );
    expect(await gameOf(id)).toMatchObject({
      toMove: [...state.toMove],
      lastMove: state.lastMove,
      eventCount: 2,
    });
  });

  it('TLK-589 tells the player whose turn it is, once and unless another move followed', async () => {
    const { id, players } = await startGame('chess', 2);
    const [white, black] = players;
    if (!white || !black) throw new Error('Players are missing.');
    const service = new NotificationsService(stack.dataSource, new NotificationsRepository(), live);
    const notify = async (seq: number) =>
      service.apply({ kind: 'turn', channelId: id, seq }, async () => Promise.resolve(true));
    const turnsOf = async (user: User) =>
      (await stack.dataSource.getRepository(Notification).findBy({ recipientId: user.id })).map(
        ({ kind, actorId, messageSeq }) => ({ kind, actorId, messageSeq }),
      );
    await play(id, white, 'e4');
    await notify(1);
    expect(await turnsOf(black)).toEqual([]);
    await notify(2);
    await notify(2);
    expect(await turnsOf(black)).toEqual([{ kind: 'turn', actorId: white.id, messageSeq: 2 }]);
    expect(await turnsOf(white)).toEqual([]);
  });
});
