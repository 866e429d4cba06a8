import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AwakeView,
  GAME_LIMITS,
  GAME_MESSAGES,
  type GameRecord,
  type GameView,
  type ListedGame,
  type MessageView,
  QUOTA_MESSAGES,
} from '@oniverse/contracts';
import { prepareGame, replayGame } from '@oniverse/games';
import { makeConnection, makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { ThreadSummaries } from '../messages/thread-summaries.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Member = Awaited<ReturnType<typeof makeMember>>;
interface Sent {
  status: number;
  body: MessageView;
}

const CHESS = { kind: 'chess', bankSeconds: 600, moveSeconds: 5 } as const;
const WORDS = { kind: 'words', bankSeconds: 0, moveSeconds: 3_600 } as const;

describe('games', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async ({ isPublic = true, others = 1 } = {}) => {
    const { dataSource } = two.stack;
    const starter = await makeMember(dataSource);
    const rest: Member[] = [];
    for (let n = 0; n < others; n += 1) rest.push(await makeMember(dataSource));
    const { server, channel } = await makeServer(dataSource, {
      isPublic,
      members: [starter, ...rest].map(({ user }) => user),
    });
    const [other = starter] = rest;
    return { starter, other, rest, server, channel };
  };
  const offer = (caller: Member, channelId: string, body: object = CHESS) =>
    two.callAs(caller, 'post', `/channels/${channelId}/games`, { nonce: randomUUID(), ...body });
  const offered = async (caller: Member, channelId: string, body?: object): Promise<GameView> => {
    const { body: message }: Sent = await offer(caller, channelId, body).expect(201);
    const game = message.thread?.game;
    if (!game) throw new Error('The message offers no game.');
    return game;
  };
  const join = (caller: Member, { id }: Pick<GameView, 'id'>) =>
    two.callAs(caller, 'put', `/games/${id}/seat`);
  const joined = async (caller: Member, game: GameView): Promise<GameView> =>
    (await join(caller, game).expect(200)).body;
  const play = (caller: Member, { id }: Pick<GameView, 'id'>, body: object) =>
    two.callAs(caller, 'post', `/games/${id}/moves`, { nonce: randomUUID(), type: 'move', ...body });
  const move = async (caller: Member, game: GameView, text: string): Promise<MessageView> =>
    (await play(caller, game, { move: text }).expect(201)).body;
  const recordOf = async (caller: Member, { id }: Pick<GameView, 'id'>): Promise<GameRecord> =>
    (await two.callAs(caller, 'get', `/games/${id}`).expect(200)).body;
  const stateOf = async (caller: Member, game: GameView) => {
    const { events } = await recordOf(caller, game);
    const [first] = events;
    if (!first?.event.setup) throw new Error('The game has not started.');
    await prepareGame(first.event.setup);
    return replayGame(events.map(({ event, at }) => ({ event, at: Date.parse(at) })));
  };
  /** A game of chess that has started, with its players by colour. */
  const startChess = async (body: object = CHESS) => {
    const place = await setUp();
    const game = await joined(place.other, await offered(place.starter, place.channel.id, body));
    const bySeat = game.players.map(({ userId }) =>
      userId === place.starter.user.id ? place.starter : place.other,
    );
    const [white = place.starter, black = place.other] = bySeat;
    return { ...place, game, white, black };
  };
  const announced = async (): Promise<void> => {
    for (const backend of [0, 1] as const) await two.getProvider(backend, ThreadSummaries).flush();
  };

  it('TLK-580 are offered by a message that shows them, once for each nonce', async () => {
    const { starter, other, channel } = await setUp();
    const body = { ...CHESS, nonce: randomUUID() };
    const { body: message }: Sent = await offer(starter, channel.id, body).expect(201);
    expect(message).toMatchObject({
      content: 'Chess, 10 min + 5 s. Who plays?',
      thread: {
        replyCount: 0,
        game: {
          ...CHESS,
          number: 1,
          status: 'open',
          players: [{ userId: starter.user.id }],
          starterId: starter.user.id,
          toMove: [],
          outcome: null,
        },
      },
    });
    const { body: repeated }: Sent = await offer(starter, channel.id, body).expect(200);
    expect(repeated.id).toBe(message.id);
    expect((await offered(other, channel.id)).number).toBe(2);
    const { body: history } = await two.callAs(other, 'get', `/channels/${channel.id}/messages`).expect(200);
    expect(history[0].thread.game.id).toBe(message.thread?.game?.id);
  });

  it('TLK-580 are refused outside of their bounds, in threads, and to members who may not play there', async () => {
    const { starter, other, channel } = await setUp();
    const outsider = await makeMember(two.stack.dataSource);
    const game = await offered(starter, channel.id);
    for (const body of [
      { ...CHESS, bankSeconds: 30 },
      { ...CHESS, moveSeconds: 61 },
      { ...WORDS, moveSeconds: 59 },
      { ...WORDS, invitedId: other.user.id },
      { ...CHESS, invitedId: starter.user.id },
    ]) {
      expect((await offer(starter, channel.id, body)).body).toMatchObject({ code: 'validation_failed' });
    }
    expect((await offer(starter, game.id)).status).toBe(403);
    expect((await offer(outsider, channel.id)).body).toMatchObject({ code: 'not_a_member' });
    expect((await offer(starter, channel.id, { ...CHESS, invitedId: outsider.user.id })).body).toMatchObject({
      message: GAME_MESSAGES.cannotInvite.message,
    });
    const { body: games } = await two.callAs(starter, 'get', `/games?channel=${channel.id}`).expect(200);
    expect(games).toHaveLength(1);
  });

  it('TLK-594 start from a position, which the rules read, also when they are offered again', async () => {
    const position = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1';
    const { starter, game, white, black } = await startChess({
      ...CHESS,
      position: `FEN: ${position.slice(0, -4)}`,
    });
    expect(game).toMatchObject({ position, toMove: [1] });
    await move(black, game, 'Kd7');
    expect(await stateOf(white, game)).toMatchObject({ setup: { position }, toMove: [0] });
    await play(white, game, { type: 'resign' }).expect(201);
    const again = await two.callAs(starter, 'post', `/games/${game.id}/rematch`, { nonce: randomUUID() });
    expect(again.body).toMatchObject({
      content: 'Chess, from a position, 10 min + 5 s. Who plays?',
      thread: { game: { position } },
    });
  });

  it('TLK-594 take the size of a diagram, and refuse what is no position of the game', async () => {
    const { starter, channel } = await setUp();
    const rows = Array.from({ length: 9 }, () => '.........').join('\n');
    const go = { kind: 'go', bankSeconds: 0, moveSeconds: 3_600 };
    const game = await offered(starter, channel.id, { ...go, size: '19', position: rows });
    expect(game).toMatchObject({ size: '9', position: expect.stringContaining('Black to move.') });
    for (const [body, phrase] of [
      [{ ...CHESS, position: rows }, GAME_MESSAGES.unreadablePosition],
      [{ ...CHESS, position: '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1' }, GAME_MESSAGES.illegalPosition],
      [{ ...CHESS, position: 'R6k/8/6K1/8/8/8/8/8 b - - 0 1' }, GAME_MESSAGES.finishedPosition],
      [{ ...WORDS, position: rows }, GAME_MESSAGES.noPosition],
    ] as const) {
      expect((await offer(starter, channel.id, body)).body).toMatchObject({
        code: 'validation_failed',
        fields: { position: phrase.message },
      });
    }
  });

  it('TLK-580 take as many unfinished games of a member as the quota says', async () => {
    const { starter, channel } = await setUp();
    const game = await offered(starter, channel.id);
    await two.stack.dataSource.query(
      `WITH threads AS (
         INSERT INTO channels (name, parent_id, parent_server_id, parent_message_id)
         SELECT '', parent_id, parent_server_id, uuidv7() FROM channels, generate_series(2, $2) WHERE id = $1 RETURNING id, parent_id
       ), added AS (
         INSERT INTO games (channel_id, parent_id, number, kind, bank_seconds, move_seconds)
         SELECT id, parent_id, 1000 + row_number() OVER (), 'chess', 600, 5 FROM threads RETURNING channel_id
       )
       INSERT INTO game_players (game_id, seat, user_id) SELECT channel_id, 0, $3 FROM added`,
      [game.id, GAME_LIMITS.unfinished, starter.user.id],
    );
    const { body } = await offer(starter, channel.id).expect(409);
    expect(body.message).toBe(QUOTA_MESSAGES.unfinishedGames({ quota: GAME_LIMITS.unfinished }).message);
  });

  it('TLK-581 of two start when another member takes the seat, unless a block is between them', async () => {
    const { starter, rest, channel } = await setUp({ others: 3 });
    const [invited, blocked, late] = rest;
    if (!invited || !blocked || !late) throw new Error('Members are missing.');
    await two.callAs(starter, 'put', `/blocks/${blocked.user.id}`).expect(200);
    const game = await offered(starter, channel.id);
    expect((await join(blocked, game)).body).toMatchObject({
      message: GAME_MESSAGES.cannotPlayTogether.message,
    });
    const kept = await offered(starter, channel.id, { ...CHESS, invitedId: invited.user.id });
    expect((await join(late, kept)).body).toMatchObject({ message: GAME_MESSAGES.seatKept.message });
    const started = await joined(invited, kept);
    expect(started).toMatchObject({ status: 'active', toMove: [0], eventCount: 1 });
    expect(new Set(started.players.map(({ userId }) => userId))).toEqual(
      new Set([starter.user.id, invited.user.id]),
    );
    expect(Date.parse(started.deadlineAt ?? '')).toBeGreaterThan(Date.now());
    await joined(late, game);
    expect((await join(invited, game)).body).toMatchObject({ message: GAME_MESSAGES.gameStarted.message });
  });

  it('TLK-581 of several start when their starter says so, and members leave their seats before that', async () => {
    const { starter, rest, channel } = await setUp({ others: 2 });
    const [first, second] = rest;
    if (!first || !second) throw new Error('Members are missing.');
    const game = await offered(starter, channel.id, WORDS);
    const start = (caller: Member) => two.callAs(caller, 'post', `/games/${game.id}/start`);
    expect((await start(starter)).body).toMatchObject({ message: GAME_MESSAGES.tooFewPlayers.message });
    await joined(first, game);
    await joined(second, game);
    await two.callAs(first, 'delete', `/games/${game.id}/seat`).expect(200);
    expect((await start(second)).status).toBe(403);
    const { body: started } = await start(starter).expect(200);
    expect(started).toMatchObject({
      status: 'active',
      players: [{ seat: 0 }, { seat: 1, userId: second.user.id }],
    });
    const withdrawn = await offered(starter, channel.id);
    await two.callAs(starter, 'delete', `/games/${withdrawn.id}/seat`).expect(200);
    expect((await join(first, withdrawn)).body).toMatchObject({ code: 'already_used' });
  });

  it('TLK-582 store moves once and in order on the sequence of the thread, for readers on both backends', async () => {
    const { game, white, black, channel } = await startChess();
    const readers = [await two.connect(0, white.sessionId), await two.connect(1, black.sessionId)];
    for (const reader of readers) await reader.request('channel:open', { channelId: game.id });
    const nonce = randomUUID();
    const first: Sent = await play(white, game, { move: 'e2e4', nonce }).expect(201);
    expect(first.body).toMatchObject({
      channelId: game.id,
      seq: 2,
      content: 'e4',
      event: { type: 'move', seat: 0, move: 'e4' },
    });
    const again: Sent = await play(white, game, { move: 'e2e4', nonce }).expect(200);
    expect(again.body.id).toBe(first.body.id);
    await move(black, game, 'e5');
    for (const reader of readers) {
      await waitUntil('the moves', () => reader.messages(game.id).length === 2);
      expect(reader.messages(game.id).map(({ seq }) => seq)).toEqual([2, 3]);
    }
    const state = await stateOf(black, game);
    expect(state.moves.map(({ text }) => text)).toEqual(['e4', 'e5']);
    await announced();
    const { body: history } = await two.callAs(white, 'get', `/channels/${channel.id}/messages`).expect(200);
    expect(history[0].thread.game).toMatchObject({ lastMove: 'e5', toMove: [0], eventCount: 3 });
  });

  it('TLK-582 take one of two moves that players send at the same time', async () => {
    const { game, white } = await startChess();
    const sent = await Promise.all(
      ['e4', 'd4', 'c4', 'Nf3'].map((text) => play(white, game, { move: text })),
    );
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect((await stateOf(white, game)).moves).toHaveLength(1);
  });

  it('TLK-583 refuse moves against the rules, out of turn, and of members who may not write or do not play', async () => {
    const { game, white, black, server } = await startChess();
    const watcher = await makeMember(two.stack.dataSource);
    const refusal = async (caller: Member, body: object) => (await play(caller, game, body)).body;
    expect(await refusal(black, { move: 'e5' })).toMatchObject({
      code: 'already_used',
      message: GAME_MESSAGES.notYourTurn.message,
    });
    expect(await refusal(white, { move: 'e5' })).toMatchObject({ code: 'validation_failed' });
    expect(await refusal(white, {})).toMatchObject({ code: 'validation_failed' });
    expect(await refusal(white, { type: 'decline_draw' })).toMatchObject({ code: 'already_used' });
    expect(await refusal(watcher, { move: 'e4' })).toMatchObject({ code: 'not_a_member' });
    const { rest } = await setUp();
    expect(await refusal(rest[0] ?? watcher, { move: 'e4' })).toMatchObject({ code: 'not_a_member' });
    await two.stack.dataSource.query(
      `INSERT INTO time_outs (server_id, user_id, reason, until) VALUES ($1, $2, 'House rule 2.', now() + interval '1 hour')`,
      [server.id, white.user.id],
    );
    expect(await refusal(white, { move: 'e4' })).toMatchObject({ code: 'timed_out' });
    expect((await stateOf(black, game)).moves).toEqual([]);
  });

  it('TLK-583 keep each move as it is: its author neither edits nor deletes it', async () => {
    const { game, white } = await startChess();
    const { id } = await move(white, game, 'e4');
    for (const call of [
      two.callAs(white, 'patch', `/messages/${id}`, { content: 'd4' }),
      two.callAs(white, 'delete', `/messages/${id}`),
    ]) {
      expect((await call).body).toMatchObject({
        code: 'forbidden',
        message: GAME_MESSAGES.moveStays.message,
      });
    }
  });

  it('TLK-583 end by resignation, and are offered again with the colours changed', async () => {
    const { game, white, black } = await startChess();
    await play(white, game, { type: 'resign' }).expect(201);
    expect((await recordOf(black, game)).game).toMatchObject({
      status: 'over',
      outcome: { reason: 'resignation', winners: [1] },
      deadlineAt: null,
    });
    const rematch = (caller: Member) =>
      two.callAs(caller, 'post', `/games/${game.id}/rematch`, { nonce: randomUUID() });
    expect((await play(white, game, { move: 'e4' })).body).toMatchObject({ code: 'already_used' });
    expect((await rematch(await makeMember(two.stack.dataSource))).status).toBe(403);
    const { body: message }: Sent = await rematch(white).expect(201);
    expect(message.thread?.game).toMatchObject({
      invitedId: black.user.id,
      players: [{ seat: 1, userId: white.user.id }],
    });
  });

  it('TLK-584 never send a word before the end, which opens what the first event commits to', async () => {
    const { starter, other, channel } = await setUp();
    const game = await joined(other, await offered(starter, channel.id, WORDS));
    await two.callAs(starter, 'post', `/games/${game.id}/start`).expect(200);
    const { events } = await recordOf(other, game);
    expect(events[0]?.event.setup?.commitment).toMatch(/^[0-9a-f]{64}$/u);
    const [{ secret = '' } = {}]: { secret?: string }[] = await two.stack.dataSource.query(
      'SELECT secret FROM games WHERE channel_id = $1',
      [game.id],
    );
    const guess = await play(starter, game, { move: 'crane' }).expect(201);
    expect(JSON.stringify([events, guess.body])).not.toContain(secret);
    await play(other, game, { type: 'resign' }).expect(201);
    const ended = await recordOf(other, game);
    expect(ended.events.at(-1)?.event).toEqual({ type: 'reveal', secret });
    expect((await stateOf(starter, game)).status).toBe('over');
  });

  it('TLK-585 are read by visitors, without hidden names, once staff of a public dimension opened them', async () => {
    const { game, white, black, server } = await startChess();
    await two.stack.dataSource.query(
      'UPDATE users SET is_visible_to_visitors = (id = $1) WHERE id = ANY($2)',
      [white.user.id, [white.user.id, black.user.id]],
    );
    const visit = () => two.api(0).get(`/api/games/${game.id}`);
    const setOpen = (caller: Member, isOpen = true) =>
      two.callAs(caller, 'put', `/games/${game.id}/visitors`, { isOpen });
    expect((await visit()).status).toBe(404);
    expect((await setOpen(black)).status).toBe(403);
    await two.stack.dataSource.query(
      `UPDATE server_members SET role = 'moderator' WHERE server_id = $1 AND user_id = $2`,
      [server.id, white.user.id],
    );
    const visitor = await two.connectVisitor(1);
    expect(await visitor.request('game:watch', { gameId: game.id })).toMatchObject({ code: 'not_found' });
    expect((await recordOf(black, game)).mayOpenToVisitors).toBe(false);
    expect((await recordOf(white, game)).mayOpenToVisitors).toBe(true);
    await setOpen(white).expect(200);
    expect(await visitor.request('game:watch', { gameId: game.id })).toEqual({ ok: true });
    await move(white, game, 'e4');
    await waitUntil('the hint', () => visitor.payloads('game:changed').length > 0);
    const { body: listed }: { body: ListedGame[] } = await two.api(0).get('/api/open-games').expect(200);
    expect(listed.map((found) => found.game.id)).toContain(game.id);
    const { body: record }: { body: GameRecord } = await visit().expect(200);
    expect(record.game.players).toMatchObject([{ userId: white.user.id }, { userId: null, author: null }]);
    expect(record.events).toHaveLength(2);
    expect(record.mayOpenToVisitors).toBe(false);
    await two.stack.dataSource.query(
      'UPDATE channels SET is_private = true WHERE id = (SELECT parent_id FROM channels WHERE id = $1)',
      [game.id],
    );
    expect((await visit()).status).toBe(404);
    expect((await recordOf(white, game)).mayOpenToVisitors).toBe(false);
    await two.stack.dataSource.query(
      'UPDATE channels SET is_private = false WHERE id = (SELECT parent_id FROM channels WHERE id = $1)',
      [game.id],
    );
    await setOpen(white, false).expect(200);
    expect((await visit()).status).toBe(404);
  });

  it('TLK-586 are listed for a channel and for a member, as far as the reader may read them', async () => {
    const { game, white, black, starter, channel } = await startChess();
    const open = await offered(starter, channel.id);
    const list = async (caller: Member, query: string): Promise<string[]> => {
      const { body }: { body: ListedGame[] } = await two.callAs(caller, 'get', `/games${query}`).expect(200);
      return body.map((listed) => listed.game.id);
    };
    expect(await list(black, `?channel=${channel.id}`)).toEqual([open.id, game.id]);
    expect(await list(black, `?channel=${channel.id}&status=active`)).toEqual([game.id]);
    const stranger = await makeMember(two.stack.dataSource);
    expect(await list(stranger, `?member=${white.user.id}&status=active`)).toEqual([game.id]);
    await two.stack.dataSource.query(
      'UPDATE servers SET is_public = false WHERE id = (SELECT server_id FROM channels WHERE id = $1)',
      [channel.id],
    );
    expect(await list(stranger, `?member=${white.user.id}`)).toEqual([]);
    expect(await list(stranger, `?channel=${channel.id}`)).toEqual([]);
    expect(await list(white, '?limit=1')).toHaveLength(1);
  });

  it('TLK-591 find members who are online and open to them, with a line or a dimension in common and no block', async () => {
    const { starter, rest } = await setUp({ others: 3 });
    const [open, closed, offline] = rest;
    if (!open || !closed || !offline) throw new Error('Members are missing.');
    const stranger = await makeMember(two.stack.dataSource);
    const setOpen = (caller: Member, isOpen: boolean) =>
      two.callAs(caller, 'put', '/awake', { isOpen }).expect(200);
    for (const member of [open, offline, stranger]) await setOpen(member, true);
    for (const member of [open, closed, stranger]) await two.connect(1, member.sessionId);
    const awake = async (): Promise<string[]> => {
      const { body }: { body: AwakeView } = await two.callAs(starter, 'get', '/awake').expect(200);
      return body.members.map(({ userId }) => userId);
    };
    await waitUntil('a member', async () => (await awake()).length > 0);
    expect(await awake()).toEqual([open.user.id]);
    await makeConnection(two.stack.dataSource, starter.user, stranger.user, ['saturn']);
    expect((await awake()).toSorted()).toEqual([open.user.id, stranger.user.id].toSorted());
    await two.callAs(open, 'put', `/blocks/${starter.user.id}`).expect(200);
    await setOpen(stranger, false);
    expect(await awake()).toEqual([]);
  });
});
