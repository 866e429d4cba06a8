import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NEW_ACCOUNT_LIMITS, NEW_ACCOUNT_MS, type NewAccountKind } from '@oniverse/contracts';
import { Channel, User } from '@oniverse/data';
import {
  ESTABLISHED,
  LiveClient,
  makeMember,
  makePost,
  makeServer,
  TestStack,
  waitUntil,
} from '@oniverse/testing';
import { MAIL_SITE } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { NewAccounts } from './new-accounts.js';

interface Caller {
  user: User;
  sessionId: string;
}

describe('new accounts', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config({ rateLimits: true }));
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const db = () => stack.dataSource;
  const call = ({ sessionId }: Caller, method: 'post' | 'patch', path: string, body: object, on = backend) =>
    on.api[method](`/api${path}`)
      .set(...bearer(sessionId))
      .send(body);
  const statusesOf = async (count: number, one: (n: number) => PromiseLike<{ status: number }>) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await one(n)).status);
    return statuses;
  };
  const exhaust = async (
    kind: NewAccountKind,
    one: (n: number) => PromiseLike<{ status: number; body: unknown }>,
  ) => {
    const { points } = NEW_ACCOUNT_LIMITS[kind];
    expect(new Set(await statusesOf(points, one))).toEqual(new Set([201]));
    const refused = await one(points);
    expect([kind, refused.status]).toEqual([kind, 429]);
    return refused;
  };

  it('STF-080 are told which limit they reached, when it lets them on, and when it ends', async () => {
    const member = await makeMember(db());
    const { user: other } = await makeMember(db());
    const { server } = await makeServer(db(), { members: [other] });
    await db().query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [other.id]);
    await db().query(`INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'moderator')`, [
      server.id,
      member.user.id,
    ]);
    const refused = await exhaust('invites', () => call(member, 'post', `/servers/${server.id}/invites`, {}));
    const until = new Date(member.user.createdAt.getTime() + NEW_ACCOUNT_MS + 60_000);
    expect(refused.body).toMatchObject({
      code: 'account_too_new',
      reason: 'newAccountLimit',
      params: { kind: 'invites', max: 3, until: until.toISOString().slice(0, 16).replace('T', ' ') },
      message: expect.stringMatching(
        /^New accounts can create up to 3 invites in 24 hours\. For yours, this limit ends at [-\d]+ [\d:]+ UTC\.$/,
      ),
    });
    const { seconds } = NEW_ACCOUNT_LIMITS.invites;
    const again = await call(member, 'post', `/servers/${server.id}/invites`, {});
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(seconds - 60);
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(seconds);
  });

  it('STF-080 start 5 conversations a day, and send 5 reports', async () => {
    const member = await makeMember(db());
    const others = await Promise.all(Array.from({ length: 6 }, async () => makeMember(db())));
    await exhaust('conversations', (n) =>
      call(member, 'post', '/conversations', { userIds: [others[n]!.user.id] }),
    );
    const posts = await Promise.all(others.map(({ user }) => makePost(db(), user.id)));
    await exhaust('reports', (n) =>
      call(member, 'post', '/reports', { kind: 'post', subjectId: posts[n]!.id, reason: 'spam' }),
    );
  });

  it('STF-081 share their links and mentions among messages, posts and replies, and lose none to a refusal', async () => {
    const member = await makeMember(db());
    const { channel } = await makeServer(db(), { members: [member.user] });
    const post = await makePost(db(), (await makeMember(db())).user.id);
    const links = (count: number) =>
      Array.from({ length: count }, (_, n) => `https://${n}.example`).join(' ');
    const send = (content: string) => call(member, 'post', `/channels/${channel.id}/messages`, { content });
    await send(links(4)).expect(201);
    await call(member, 'post', '/posts', { title: 'Links', content: links(3) }).expect(201);
    const refused = await send(links(4)).expect(429);
    expect(refused.body).toMatchObject({ code: 'account_too_new', params: { kind: 'links' } });
    const reply = await call(member, 'post', `/posts/${post.id}/replies`, { content: links(3) }).expect(201);
    expect(reply.body.isHeld).toBeUndefined();
    await send(links(1)).expect(429);
    const plain = await send('No link.').expect(201);
    await call(member, 'patch', `/messages/${plain.body.id}`, { content: links(1) }).expect(429);
    await call(member, 'post', `/messages/${plain.body.id}/thread`, { content: links(1) }).expect(429);
    expect(await db().getRepository(Channel).countBy({ parentId: channel.id })).toBe(0);
    await send(Array.from({ length: 20 }, (_, n) => `@somebody_${n}`).join(' ')).expect(201);
    expect((await send('@somebody_else').expect(429)).body.params.kind).toBe('mentions');
  });

  it('STF-082 are established after a day, also while their socket stays open', async () => {
    const member = await makeMember(db(), ESTABLISHED);
    const { channel } = await makeServer(db(), { members: [member.user] });
    const linksOf = (count: number) =>
      Array.from({ length: count }, (_, n) => `https://${n}.example`).join(' ');
    const many = linksOf(12);
    const client = await LiveClient.connect(backend.url, member);
    expect(
      await client.request('message:send', { channelId: channel.id, content: many, nonce: 'a' }),
    ).toMatchObject({
      ok: true,
    });
    client.close();

    const young = await makeMember(db());
    const { channel: theirs } = await makeServer(db(), { members: [young.user] });
    const open = await LiveClient.connect(backend.url, young);
    const send = async (nonce: string, content: string) =>
      open.request('message:send', { channelId: theirs.id, content, nonce });
    const refused = { ok: false, code: 'account_too_new', retryAfter: expect.any(Number) };
    expect(await send('all at once', many)).toMatchObject(refused);
    expect(await send('first', linksOf(10))).toMatchObject({ ok: true });
    expect(await send('second', linksOf(1))).toMatchObject(refused);
    await db().getRepository(User).update(young.user.id, ESTABLISHED);
    const accounts = backend.app.get(NewAccounts);
    await waitUntil('the check of open sockets', () => !accounts.isNew(young.user.id));
    expect(await send('third', many)).toMatchObject({ ok: true });
    open.close();
  });

  it('STF-083 are also those whose address is unverified, where the site can mail', async () => {
    const mailing = await BackendUnderTest.start(stack.config({ ...MAIL_SITE, rateLimits: true }));
    const unverified = await makeMember(db(), ESTABLISHED);
    const verified = await makeMember(db(), { ...ESTABLISHED, emailVerifiedAt: new Date() });
    const fresh = await makeMember(db());
    const sendAs = async (member: Caller, on: BackendUnderTest) => {
      const content = Array.from({ length: 10 }, (_, n) => `https://${member.user.id}.example/${n}`).join(
        ' ',
      );
      const { channel } = await makeServer(db(), { members: [member.user] });
      const send = () => call(member, 'post', `/channels/${channel.id}/messages`, { content }, on);
      await send().expect(201);
      return send();
    };
    expect((await sendAs(unverified, mailing)).body).toMatchObject({
      reason: 'unverifiedLimit',
      message: expect.stringMatching(/ends when you verify your e-mail address\.$/),
    });
    expect((await sendAs(fresh, mailing)).body.reason).toBe('newUnverifiedLimit');
    expect((await sendAs(verified, mailing)).status).toBe(201);
    await db().getRepository(User).update(unverified.user.id, { emailVerifiedAt: new Date() });
    expect((await sendAs(unverified, mailing)).status).toBe(201);
    expect((await sendAs(await makeMember(db(), ESTABLISHED), backend)).status).toBe(201);
    await mailing.stop();
  });
});
