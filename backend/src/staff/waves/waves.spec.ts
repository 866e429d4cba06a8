import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NEXT_CURSOR_HEADER, type PostView, type WaveView } from '@oniverse/contracts';
import {
  HeldMessage,
  Measure,
  Message,
  OutboxRow,
  Post,
  PostReply,
  RemovedText,
  SpamWave,
  StaffAuditEntry,
  Tag,
  User,
} from '@oniverse/data';
import { ESTABLISHED, makeMember, makePost, makeServer, makeStaff, waitUntil } from '@oniverse/testing';
import { statusesOf } from '../../testing/accounts.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Caller = Awaited<ReturnType<typeof makeMember>>;

const REASON = 'You sent the same advertisement from many accounts.';
const LETTERS = 'abcdefghijklmnop';
let made = 0;
/** A text of its own for each wave. */
function textOf(): string {
  made += 1;
  const word = String(made)
    .split('')
    .map((digit) => LETTERS[Number(digit)])
    .join('');
  return `Everything at ${word}${word}shop must go tonight, the best prices of the whole year!`;
}

describe('waves of spam', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start({ rateLimits: true });
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const staff = (role: 'moderator' | 'admin' = 'moderator') => makeStaff(db(), role);
  const decide = (by: Caller, { id }: { id: string }, decision: string, body: object = {}) =>
    two.callAs(by, 'post', `/staff/waves/${id}/${decision}`, body);
  const listed = async (by: Caller, query = ''): Promise<WaveView[]> =>
    (await two.callAs(by, 'get', `/staff/waves${query}`).expect(200)).body;

  /** Six accounts: two whose messages are shown, then two held messages, a held post and a held reply. */
  const makeWave = async (moderator: Caller) => {
    const text = textOf();
    const accounts = await Promise.all(Array.from({ length: 6 }, async () => makeMember(db())));
    const owner = await makeMember(db(), ESTABLISHED);
    const { server, channel } = await makeServer(db(), { members: accounts.map(({ user }) => user) });
    const theirs = await makePost(db(), owner.user.id);
    const send = (caller: Caller) =>
      two.callAs(caller, 'post', `/channels/${channel.id}/messages`, { content: text });
    for (const [n, caller] of accounts.slice(0, 4).entries()) await send(caller).expect(n < 2 ? 201 : 403);
    const post: PostView = (
      await two.callAs(accounts[4]!, 'post', '/posts', { title: 'Sale', content: text })
    ).body;
    const { body: reply } = await two.callAs(accounts[5]!, 'post', `/posts/${theirs.id}/replies`, {
      content: text,
    });
    const shown: PostView = (
      await two.callAs(accounts[0]!, 'post', '/posts', { title: 'Mine', content: 'Short.' }).expect(201)
    ).body;
    const [wave] = await listed(moderator);
    return { wave: wave!, text, accounts, owner, server, channel, theirs, post, reply, shown };
  };
  const suspensionsOf = async (accounts: readonly Caller[]): Promise<number> => {
    const measures = await db().getRepository(Measure).find();
    return measures.filter(
      ({ userId, kind, endedAt }) =>
        kind === 'suspended' && endedAt === null && accounts.some(({ user }) => user.id === userId),
    ).length;
  };
  const heldStates = async ({ id: serverId }: { id: string }) =>
    (await db().getRepository(HeldMessage).findBy({ serverId })).map(({ state }) => state);

  it('STF-090 are listed with their size and accounts, for staff only', async () => {
    const moderator = await staff();
    const { wave, text, accounts: made, owner } = await makeWave(moderator);
    // They are made at the same moment.
    const accounts = made.toSorted((one, other) => (one.user.id < other.user.id ? -1 : 1));
    expect(wave).toMatchObject({
      state: 'open',
      accounts: 6,
      texts: 6,
      removed: 0,
      sample: text,
      decidedAt: null,
      decidedBy: null,
      undoUntil: null,
    });
    const page = await two.callAs(moderator, 'get', `/staff/waves/${wave.id}/accounts?limit=4`).expect(200);
    expect(page.body.map(({ username }: User) => username)).toEqual(
      accounts.slice(0, 4).map(({ user }) => user.username),
    );
    const cursor = page.headers[NEXT_CURSOR_HEADER];
    expect(cursor).toBe(accounts[3]!.user.id);
    const rest = await two.callAs(
      moderator,
      'get',
      `/staff/waves/${wave.id}/accounts?limit=4&cursor=${cursor}`,
    );
    expect(rest.body).toMatchObject([{ texts: 1 }, { texts: 1 }]);
    await two.callAs(owner, 'get', '/staff/waves').expect(403);
    await decide(owner, wave, 'remove', { reason: REASON }).expect(403);
  });

  it('STF-091 are removed by one decision, which suspends all accounts at once', async () => {
    const moderator = await staff();
    const { wave, accounts, server, shown } = await makeWave(moderator);
    const device = await two.connect(1, accounts[2]!.sessionId);
    const { body } = await decide(moderator, wave, 'remove', { reason: REASON }).expect(200);
    expect(body).toMatchObject({
      state: 'removing',
      removed: 1,
      decidedBy: { username: moderator.user.username },
      undoUntil: expect.any(String),
    });
    expect(Date.parse(body.undoUntil) - Date.parse(body.decidedAt)).toBe(7 * 24 * 3_600_000);
    expect(await suspensionsOf(accounts)).toBe(6);
    for (const account of accounts) await two.callAs(account, 'get', '/auth/me').expect(401);
    await waitUntil('the end of the session', () => device.payloads('session:ended').length > 0);
    expect(await heldStates(server)).toEqual(['declined', 'declined']);
    expect(await db().getRepository(Post).findOneByOrFail({ id: shown.id })).toMatchObject({
      isPublic: false,
    });
    const jobs = await db().getRepository(OutboxRow).findBy({ topic: 'move-wave', subject: wave.id });
    expect(jobs).toHaveLength(1);
    const entries = await db().getRepository(StaffAuditEntry).findBy({ kind: 'wave_removed' });
    expect(entries.at(-1)).toMatchObject({
      actorId: moderator.user.id,
      detail: { waveId: wave.id, accounts: 6 },
    });
    await decide(await staff(), wave, 'remove', { reason: REASON }).expect(409);
    await decide(await staff(), wave, 'dismiss').expect(409);
  });

  it('STF-091 leaves out accounts that are spared, of the staff, or suspended already', async () => {
    const moderator = await staff();
    const { wave, accounts, shown } = await makeWave(moderator);
    const [spared, colleague, suspended] = accounts;
    await db().getRepository(User).update(colleague!.user.id, { staffRole: 'moderator' });
    await db()
      .getRepository(Measure)
      .insert({
        userId: suspended!.user.id,
        kind: 'suspended',
        rule: 'other',
        reason: 'Earlier.',
        createdAt: new Date(Date.now() - 1_000),
      });
    const body = { reason: REASON, sparedIds: [spared!.user.id] };
    await decide(moderator, wave, 'remove', body).expect(200);
    expect(await suspensionsOf([spared!, colleague!])).toBe(0);
    expect(await suspensionsOf(accounts.slice(3))).toBe(3);
    expect(await db().getRepository(Measure).findBy({ userId: suspended!.user.id })).toMatchObject([
      { reason: 'Earlier.', endedAt: null },
    ]);
    expect(await db().getRepository(Post).findOneByOrFail({ id: shown.id })).toMatchObject({
      isPublic: true,
    });
    await decide(moderator, wave, 'undo').expect(200);
    expect(await suspensionsOf([suspended!])).toBe(1);
  });

  it('STF-092 return accounts, posts and held messages as they were within 7 days, and no later', async () => {
    const moderator = await staff();
    const { wave, accounts, server, shown, post } = await makeWave(moderator);
    await db().getRepository(User).update(accounts[1]!.user.id, { isPublic: false });
    await decide(moderator, wave, 'undo').expect(409);
    await decide(moderator, wave, 'remove', { reason: REASON }).expect(200);
    const [lifted] = await db().getRepository(Measure).findBy({ userId: accounts[3]!.user.id });
    const { body } = await decide(await staff(), wave, 'undo').expect(200);
    expect(body).toMatchObject({ state: 'returning', removed: 0, undoUntil: null });
    expect(await suspensionsOf(accounts)).toBe(0);
    expect((await db().getRepository(Measure).findOneByOrFail({ id: lifted!.id })).endedAt).not.toBeNull();
    const isPublic = async (index: number) =>
      (await db().getRepository(User).findOneByOrFail({ id: accounts[index]!.user.id })).isPublic;
    expect([await isPublic(0), await isPublic(1)]).toEqual([true, false]);
    expect(await db().getRepository(Post).findOneByOrFail({ id: shown.id })).toMatchObject({
      isPublic: true,
    });
    expect(await db().getRepository(Post).findOneByOrFail({ id: post.id })).toMatchObject({
      isPublic: false,
    });
    expect(await heldStates(server)).toEqual(['held', 'held']);
    expect(await db().getRepository(RemovedText).countBy({ waveId: wave.id })).toBe(0);

    const late = await makeWave(moderator);
    await decide(moderator, late.wave, 'remove', { reason: REASON }).expect(200);
    const days = `interval '7 days 1 second'`;
    await db().query(`UPDATE spam_waves SET decided_at = decided_at - ${days} WHERE id = $1`, [late.wave.id]);
    const refused = await decide(moderator, late.wave, 'undo').expect(409);
    expect(refused.body.reason).toBe('waveTooOld');
  });

  it('STF-091 release what they held of spared accounts', async () => {
    const moderator = await staff();
    const { wave, accounts, server, post, reply } = await makeWave(moderator);
    const sparedIds = [accounts[2]!, accounts[4]!, accounts[5]!].map(({ user }) => user.id);
    await decide(moderator, wave, 'remove', { reason: REASON, sparedIds }).expect(200);
    expect(await heldStates(server)).toEqual(['declined']);
    expect(await db().getRepository(Post).findOneByOrFail({ id: post.id })).toMatchObject({
      isPublic: true,
      heldAt: null,
    });
    expect(await db().getRepository(PostReply).findOneByOrFail({ id: reply.id })).toMatchObject({
      heldAt: null,
    });
  });

  it('STF-092 count the tags of a post that returns to a member whose suspension ended before', async () => {
    const moderator = await staff();
    const { wave, accounts } = await makeWave(moderator);
    const [lifted, other] = accounts;
    const tag = `wave${wave.id.slice(-8)}`;
    for (const { user } of [lifted!, other!]) await makePost(db(), user.id, { tags: [tag] });
    await db().getRepository(Tag).insert({ name: tag, usageCount: 2 });
    const uses = async () => (await db().getRepository(Tag).findOneByOrFail({ name: tag })).usageCount;
    await decide(moderator, wave, 'remove', { reason: REASON }).expect(200);
    expect(await uses()).toBe(0);
    const [measure] = await db().getRepository(Measure).findBy({ userId: lifted!.user.id });
    await two.callAs(moderator, 'delete', `/staff/measures/${measure!.id}`, {}).expect(200);
    expect(await uses()).toBe(0);
    await decide(moderator, wave, 'undo').expect(200);
    expect(await uses()).toBe(2);
  });

  it('STF-092 leave what staff have hidden since', async () => {
    const moderator = await staff();
    const { wave, accounts, post, shown } = await makeWave(moderator);
    const hide = async (userId: string, subjectId: string) =>
      db().getRepository(Measure).insert({
        userId,
        kind: 'content_hidden',
        rule: 'spam',
        reason: REASON,
        subjectKind: 'post',
        subjectId,
      });
    await decide(moderator, wave, 'remove', { reason: REASON }).expect(200);
    await hide(accounts[0]!.user.id, shown.id);
    await hide(accounts[4]!.user.id, post.id);
    await decide(moderator, wave, 'undo').expect(200);
    await db().query(`UPDATE spam_waves SET state = 'open', decided_at = NULL WHERE id = $1`, [wave.id]);
    await decide(moderator, wave, 'dismiss').expect(200);
    for (const { id } of [post, shown]) {
      expect(await db().getRepository(Post).findOneByOrFail({ id })).toMatchObject({
        isPublic: false,
        heldAt: null,
      });
    }
  });

  it('STF-091 remove a post again that its author showed after an earlier removal', async () => {
    const moderator = await staff();
    const { wave, accounts, shown } = await makeWave(moderator);
    const kept = { kind: 'post', userId: accounts[0]!.user.id, content: '' } as const;
    const { id: waveId } = await db()
      .getRepository(SpamWave)
      .save({ state: 'removed', decidedAt: new Date() });
    await db()
      .getRepository(RemovedText)
      .insert({ ...kept, subjectId: shown.id, waveId });
    await decide(moderator, wave, 'remove', { reason: REASON }).expect(200);
    expect(await db().getRepository(RemovedText).findOneByOrFail({ subjectId: shown.id })).toMatchObject({
      waveId: wave.id,
    });
  });

  it('STF-093 are released by one decision that they are no spam, and not held again', async () => {
    const moderator = await staff();
    const { wave, text, accounts, channel, theirs, post, reply, server } = await makeWave(moderator);
    await db().query('DELETE FROM server_members WHERE user_id = $1', [accounts[3]!.user.id]);
    const { body } = await decide(moderator, wave, 'dismiss').expect(200);
    expect(body).toMatchObject({ state: 'dismissed', decidedBy: { username: moderator.user.username } });
    const contents = (await db().getRepository(Message).findBy({ channelId: channel.id })).map(
      ({ content }) => content,
    );
    expect(contents).toEqual([text, text, text]);
    // What its author may no longer send waits for the staff of the dimension.
    expect(await heldStates(server)).toEqual(['held']);
    expect((await two.callAs(accounts[0]!, 'get', `/posts/${post.id}`).expect(200)).body.post).toMatchObject({
      isPublic: true,
    });
    const { body: replies } = await two
      .callAs(accounts[0]!, 'get', `/posts/${theirs.id}/replies`)
      .expect(200);
    expect(replies).toMatchObject([{ id: reply.id, content: text }]);
    const causes: unknown[] = await db().query(
      `SELECT FROM outbox WHERE topic = 'notify' AND subject LIKE $1`,
      [`reply:${reply.id}%`],
    );
    expect(causes).toHaveLength(1);
    await two.callAs(accounts[4]!, 'post', '/posts', { title: 'Sale', content: text }).expect(201);
    const again = await two
      .callAs(accounts[5]!, 'post', '/posts', { title: 'Sale', content: text })
      .expect(201);
    expect(again.body.isHeld).toBeUndefined();
    // As after an interruption.
    await db().query(`UPDATE new_texts SET is_held = true WHERE subject_id = $1`, [post.id]);
    const interrupted = await two.callAs(moderator, 'get', `/staff/waves/${wave.id}`).expect(200);
    expect(interrupted.body.isReleasing).toBe(true);
    const repeated = await decide(moderator, wave, 'dismiss').expect(200);
    expect(repeated.body.isReleasing).toBeUndefined();
    expect((await listed(moderator, '?state=closed')).map(({ id }) => id)).toContain(wave.id);
    expect((await listed(moderator)).map(({ id }) => id)).not.toContain(wave.id);
  });

  it('STF-091 are removed once when staff decide at the same moment', async () => {
    const [one, other] = [await staff(), await staff('admin')];
    const { wave, accounts } = await makeWave(one);
    const answers = await Promise.all([
      decide(one, wave, 'remove', { reason: REASON }),
      decide(other, wave, 'remove', { reason: REASON }),
      decide(other, wave, 'dismiss'),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    expect(await suspensionsOf(accounts)).toBe(answers[2].status === 200 ? 0 : 6);
  });
});
