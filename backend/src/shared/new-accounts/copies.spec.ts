import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PostView } from '@oniverse/contracts';
import { HeldMessage, Message, NewText, Post, PostReply, ScheduledMessage, SpamWave } from '@oniverse/data';
import { ESTABLISHED, makeMember, makePost, makeServer, uniqueName, waitUntil } from '@oniverse/testing';
import { hasLockWaiter } from '../../testing/locks.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { hashOfWords } from './folded-words.js';

type Caller = Awaited<ReturnType<typeof makeMember>>;

/** A text of its own for each test, long enough to be compared, and without anything that counts. */
const textOf = (): string =>
  `Come to the ${uniqueName('x').replaceAll(/[\d_]/gu, (digit) => 'abcdefghijk'[Number(digit)] ?? 'z')} sale tonight, everything must go before the morning.`;

describe('copies of new accounts', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start({ rateLimits: true });
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const members = (count: number, given = {}): Promise<Caller[]> =>
    Promise.all(Array.from({ length: count }, async () => makeMember(db(), given)));
  const channelOf = async (callers: readonly Caller[]) =>
    (await makeServer(db(), { members: callers.map(({ user }) => user) })).channel.id;
  const send = (caller: Caller, channelId: string, content: string, nonce?: string) =>
    two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content, ...(nonce && { nonce }) });
  const post = (caller: Caller, content: string, more = {}) =>
    two.callAs(caller, 'post', '/posts', { title: 'Sale', content, ...more });
  const waveOf = async ({ user }: Caller): Promise<SpamWave | null> => {
    const text = await db().getRepository(NewText).findOneBy({ userId: user.id, isHeld: true });
    return (
      text &&
      db()
        .getRepository(SpamWave)
        .findOneBy({ id: String(text.waveId) })
    );
  };

  it('STF-085 are held from the third of three accounts on, in channels, posts and replies', async () => {
    const text = textOf();
    const [one, second, third, fourth] = await members(4);
    const channelId = await channelOf([one!, third!]);
    const theirs = await makePost(db(), (await makeMember(db(), ESTABLISHED)).user.id);
    await send(one!, channelId, text).expect(201);
    await two
      .callAs(second!, 'post', `/posts/${theirs.id}/replies`, { content: text.toUpperCase() })
      .expect(201);
    expect((await send(third!, channelId, `${text} @somebody`).expect(403)).body).toMatchObject({
      code: 'held_for_review',
      reason: 'heldAsCopy',
    });
    const held = await post(fourth!, text).expect(201);
    expect(held.body).toMatchObject({ isPublic: false, isHeld: true });
    expect(await waveOf(fourth!)).toMatchObject({
      state: 'open',
      accounts: 4,
      texts: 4,
      sample: expect.any(String),
    });
    expect((await two.callAs(third!, 'get', '/held-messages').expect(200)).body).toHaveLength(1);
  });

  it('STF-085 count a message once, however often it is sent', async () => {
    const text = textOf();
    const callers = await members(3);
    const channelId = await channelOf(callers);
    for (let n = 0; n < 4; n += 1) await send(callers[0]!, channelId, text, 'again');
    await send(callers[1]!, channelId, text).expect(201);
    await send(callers[2]!, channelId, text, 'held').expect(403);
    await send(callers[2]!, channelId, text, 'held').expect(403);
    expect((await two.callAs(callers[2]!, 'get', '/held-messages').expect(200)).body).toHaveLength(1);
    expect(await waveOf(callers[2]!)).toMatchObject({ accounts: 3, texts: 3 });
  });

  it('STF-085 are held also under a nonce whose first text was another, and never stored', async () => {
    const text = textOf();
    const callers = await members(3);
    const channelId = await channelOf(callers.slice(0, 2));
    await send(callers[2]!, channelId, textOf(), 'kept').expect(403);
    await db().query(
      `INSERT INTO server_members (server_id, user_id)
       SELECT server_id, $2 FROM channels WHERE id = $1`,
      [channelId, callers[2]!.user.id],
    );
    await send(callers[0]!, channelId, text).expect(201);
    await send(callers[1]!, channelId, text).expect(201);
    expect((await send(callers[2]!, channelId, text, 'kept').expect(403)).body.code).toBe('held_for_review');
    expect(await waveOf(callers[2]!)).toMatchObject({ accounts: 3, texts: 3 });
  });

  it('STF-085 are not counted again when an edit keeps their words', async () => {
    const text = textOf();
    const [member] = await members(1);
    const channelId = await channelOf([member!]);
    const { body: message } = await send(member!, channelId, text).expect(201);
    const { body: shown } = await post(member!, text).expect(201);
    for (const mark of ['!', '!!', '!!!', '!!!!']) {
      await two
        .callAs(member!, 'patch', `/messages/${message.id}`, { content: `${text}${mark}` })
        .expect(200);
      const edited = await two.callAs(member!, 'patch', `/posts/${shown.id}`, {
        markdownContent: `${text}${mark}`,
      });
      expect(edited.body).toMatchObject({ isPublic: true });
    }
    expect(await db().getRepository(NewText).countBy({ userId: member!.user.id })).toBe(2);
  });

  it('STF-085 of one account are held from the fifth on', async () => {
    const text = textOf();
    const [member] = await members(1);
    const channelId = await channelOf([member!]);
    for (let n = 0; n < 4; n += 1) await send(member!, channelId, `${text} ${n}`).expect(201);
    await send(member!, channelId, text).expect(403);
  });

  it('STF-086 of established members are neither held nor counted', async () => {
    const text = textOf();
    const established = await members(4, ESTABLISHED);
    const newcomers = await members(2);
    const channelId = await channelOf([...established, ...newcomers]);
    for (const caller of [...established, ...established]) await send(caller, channelId, text).expect(201);
    for (const caller of newcomers) await send(caller, channelId, text).expect(201);
    for (const caller of established) await send(caller, channelId, text).expect(201);
    const own = { userId: established[0]!.user.id };
    expect(await db().getRepository(NewText).countBy(own)).toBe(0);
  });

  it('STF-085 are held exactly from the third on when they are sent at the same moment by two backends', async () => {
    const callers = await members(12);
    const channelId = await channelOf(callers);
    const clients = await Promise.all(
      callers.map(({ sessionId }, n) => two.connect(n % 2 ? 1 : 0, sessionId)),
    );
    // The first round opens connections to the database, one after another.
    for (const nonce of ['one', 'two', 'three', 'four', 'five', 'six']) {
      const content = textOf();
      const answers = await Promise.all(
        clients.map(async (client) => client.request('message:send', { channelId, content, nonce })),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
      expect(await db().getRepository(Message).countBy({ channelId, content })).toBe(2);
    }
    expect(await waveOf(callers.at(-1)!)).toMatchObject({ accounts: 12, texts: 72 });
  });

  it('STF-085 wait for a copy that another backend is recording', async () => {
    const text = textOf();
    const callers = await members(3);
    const channelId = await channelOf(callers);
    await send(callers[0]!, channelId, text).expect(201);
    const runner = db().createQueryRunner();
    await runner.startTransaction();
    await runner.query(
      `SELECT record_new_text($1, $2, 'post', NULL, NULL, NULL, $3, interval '1 day', ARRAY[3], ARRAY[3])`,
      [hashOfWords(text), callers[1]!.user.id, text],
    );
    const sending = send(callers[2]!, channelId, text).then(({ status }) => status);
    await waitUntil('the other copy to wait', async () => hasLockWaiter(db()));
    await runner.commitTransaction();
    await runner.release();
    expect(await sending).toBe(403);
  });

  it('STF-087 lets only the author see a held reply, and nobody be told of it', async () => {
    const text = textOf();
    const author = await makeMember(db(), ESTABLISHED);
    const reader = await makeMember(db(), ESTABLISHED);
    const callers = await members(3);
    const { id } = await makePost(db(), author.user.id);
    const reply = (caller: Caller, body: object) => two.callAs(caller, 'post', `/posts/${id}/replies`, body);
    for (const caller of callers) await reply(caller, { content: text }).expect(201);
    const seenBy = async (caller: Caller) =>
      (await two.callAs(caller, 'get', `/posts/${id}/replies`).expect(200)).body;
    const [, , held] = await seenBy(callers[2]!);
    expect(held).toMatchObject({ content: text, isHeld: true, userId: callers[2]!.user.id });
    for (const caller of [author, reader]) {
      const [first, , third] = await seenBy(caller);
      expect(first).toMatchObject({ content: text });
      expect(first.isHeld).toBeUndefined();
      expect(third).toMatchObject({ content: '', userId: null, author: null });
      expect(third.isHeld).toBeUndefined();
    }
    const causes: { subject: string }[] = await db().query(
      `SELECT subject FROM outbox WHERE topic = 'notify' AND subject LIKE $1`,
      [`reply:${held.id}%`],
    );
    expect(causes).toEqual([]);
    await reply(reader, { content: 'What?', parentId: held.id }).expect(404);
    await two
      .callAs(reader, 'post', '/reports', { kind: 'reply', subjectId: held.id, reason: 'spam' })
      .expect(404);
    expect(await db().getRepository(PostReply).findOneByOrFail({ id: held.id })).toMatchObject({
      content: text,
    });
  });

  it('STF-087 keeps a held post private until staff decide, and holds an edit that makes a copy', async () => {
    const text = textOf();
    const [one, second, third, fourth] = await members(4);
    await post(one!, text).expect(201);
    await post(second!, text).expect(201);
    const held: PostView = (await post(third!, text).expect(201)).body;
    const shown = await two.callAs(third!, 'patch', `/posts/${held.id}`, { isPublic: true }).expect(403);
    expect(shown.body.code).toBe('held_for_review');
    const changed = await two.callAs(third!, 'patch', `/posts/${held.id}`, { markdownContent: 'Fine.' });
    expect(changed.body).toMatchObject({ isPublic: false, isHeld: true });
    await two.callAs(one!, 'get', `/posts/${held.id}`).expect(404);

    const harmless: PostView = (await post(fourth!, 'Nothing to see.').expect(201)).body;
    const copied = await two.callAs(fourth!, 'patch', `/posts/${harmless.id}`, { markdownContent: text });
    expect(copied.body).toMatchObject({ isPublic: false, isHeld: true });
    expect(await db().getRepository(Post).findOneByOrFail({ id: harmless.id })).toMatchObject({
      isPublic: false,
    });
    await post(fourth!, text, { isPublic: false }).expect(201);
    const count = { userId: fourth!.user.id, kind: 'post' } as const;
    expect(await db().getRepository(NewText).countBy(count)).toBe(1);
  });

  it('STF-087 refuses an edit of a message that makes a copy', async () => {
    const text = textOf();
    const callers = await members(3);
    const channelId = await channelOf(callers);
    await send(callers[0]!, channelId, text).expect(201);
    await send(callers[1]!, channelId, text).expect(201);
    const { body: plain } = await send(callers[2]!, channelId, 'Hello.').expect(201);
    const refused = await two
      .callAs(callers[2]!, 'patch', `/messages/${plain.id}`, { content: text })
      .expect(403);
    expect(refused.body).toMatchObject({ code: 'filtered', reason: 'copiedText' });
  });

  it('STF-085 are held when they were scheduled, and their author has no session anywhere', async () => {
    const text = textOf();
    const callers = await members(3);
    const channelId = await channelOf(callers);
    await send(callers[0]!, channelId, text).expect(201);
    await send(callers[1]!, channelId, text).expect(201);
    const { id: userId } = callers[2]!.user;
    const sendAt = new Date(Date.now() - 1_000);
    const scheduled = { userId, channelId, content: text, nonce: 'later', sendAt, dueAt: sendAt };
    await db().getRepository(ScheduledMessage).insert(scheduled);
    const isSent = async () => (await db().getRepository(ScheduledMessage).countBy({ userId })) === 0;
    await waitUntil('the message to be sent', isSent);
    expect(await db().getRepository(Message).countBy({ channelId })).toBe(2);
    expect(await db().getRepository(HeldMessage).countBy({ userId, content: text })).toBe(1);
  });

  it('STF-088 make one wave with the other texts of their accounts, and waves that meet become one', async () => {
    const [first, second, common] = [textOf(), textOf(), textOf()];
    const [a, b, c, d, e, f] = await members(6);
    const channelId = await channelOf([a!, b!, c!, d!, e!, f!]);
    for (const caller of [a!, b!, c!]) await send(caller, channelId, first);
    for (const caller of [d!, e!, f!]) await send(caller, channelId, second);
    const [one, other] = [await waveOf(c!), await waveOf(f!)];
    expect(one!.id).not.toBe(other!.id);
    for (const caller of [a!, d!, c!]) await send(caller, channelId, common);
    expect(await waveOf(c!)).toMatchObject({ id: one!.id, accounts: 4, texts: 6 });
    await send(f!, channelId, common).expect(403);
    expect(await waveOf(f!)).toMatchObject({ id: one!.id, accounts: 6, texts: 10 });
    expect(await db().getRepository(SpamWave).findOneBy({ id: other!.id })).toBeNull();
  });

  it('STF-088 shows staff no text of a private channel', async () => {
    const text = textOf();
    const callers = await members(4);
    const { channel } = await makeServer(db(), { isPublic: false, members: callers.map(({ user }) => user) });
    for (const caller of callers.slice(0, 3)) await send(caller, channel.id, text);
    expect((await waveOf(callers[2]!))!.sample).toBeNull();
    await post(callers[3]!, text).expect(201);
    expect((await waveOf(callers[2]!))!.sample).toBe(text);
  });
});
