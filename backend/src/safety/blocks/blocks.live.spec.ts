import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_EVENTS, type ServerEvent } from '@oniverse/contracts';
import type { User } from '@oniverse/data';
import {
  DedicatedTestStack,
  type LiveClient,
  makeMember,
  makePost,
  makeServer,
  makeSession,
  waitUntil,
} from '@oniverse/testing';
import { PostHints } from '../../writing/posts/post-hints.js';
import { bearer } from '../../testing/backend-under-test.js';
import { TwoBackends } from '../../testing/two-backends.js';

interface Member {
  user: User;
  sessionId: string;
}

/**
 * What the events about a member do across a block. `delivered` is deliberate (decision 20). `worker` events are withheld by
 * workers, whose tests show it. `unnamed` events are about the recipient, or name no member.
 */
const ACROSS_A_BLOCK = {
  'waitlist:count': 'unnamed',
  'game:changed': 'unnamed',
  'announcement:changed': 'unnamed',
  'constellation:changed': 'worker',
  'links:changed': 'unnamed',
  'feed:changed': 'unnamed',
  'post:changed': 'unnamed',
  'bookmarks:changed': 'unnamed',
  'visibility:changed': 'unnamed',
  'messages:created': 'delivered',
  'message:edited': 'delivered',
  'message:deleted': 'delivered',
  'reactions:own': 'unnamed',
  'author:removed': 'delivered',
  'channel:activity': 'delivered',
  // As messages in channels, in a group that both are in.
  'conversation:changed': 'delivered',
  'conversation:seen': 'delivered',
  'thread:changed': 'unnamed',
  'thread:deleted': 'unnamed',
  mention: 'withheld',
  'attention:changed': 'unnamed',
  'read-marks:changed': 'unnamed',
  'draft:changed': 'unnamed',
  'slow-mode:started': 'unnamed',
  'held-messages:changed': 'unnamed',
  'scheduled-messages:changed': 'unnamed',
  'account:changed': 'unnamed',
  'notifications:changed': 'unnamed',
  typing: 'withheld',
  'queue:changed': 'unnamed',
  'queue:looked': 'delivered',
  presence: 'withheld',
  'member:joined': 'withheld',
  'member:left': 'withheld',
  'member:changed': 'withheld',
  'server:changed': 'withheld',
  'groups:changed': 'unnamed',
  'server:removed': 'unnamed',
  'radio:changed': 'unnamed',
  'radio:voted': 'unnamed',
  'export:changed': 'unnamed',
  'avatar:ready': 'unnamed',
  'image:ready': 'unnamed',
  'attachment:ready': 'unnamed',
  'upload:failed': 'unnamed',
  'connection:ending': 'unnamed',
  'session:ended': 'unnamed',
} as const satisfies Record<ServerEvent, 'withheld' | 'worker' | 'delivered' | 'unnamed'>;

const isServerEvent = (name: string): name is ServerEvent => Object.hasOwn(LIVE_EVENTS, name);

describe('blocks and mutes in open clients', () => {
  let two: TwoBackends<DedicatedTestStack>;

  beforeAll(async () => {
    two = await TwoBackends.startOn(await DedicatedTestStack.startOnSharedPostgres());
  });

  afterAll(async () => {
    await two.stop();
  });

  const make = async (): Promise<Member> => makeMember(two.stack.dataSource);
  const block = async (member: Member, other: Member) =>
    two.callAs(member, 'put', `/blocks/${other.user.id}`).expect(200);
  const hintsOf = (client: LiveClient): number => client.payloads('visibility:changed').length;

  it('SAF-020 hints to all sockets of both members on every backend', async () => {
    const [blocker, blocked, third] = await Promise.all([make(), make(), make()]);
    const own = [await two.connect(0, blocker.sessionId), await two.connect(1, blocker.sessionId)];
    const others = [await two.connect(0, blocked.sessionId), await two.connect(1, blocked.sessionId)];
    const outside = await two.connect(0, third.sessionId);
    const all = [...own, ...others];
    await block(blocker, blocked);
    await waitUntil('the hints', () => all.every((client) => hintsOf(client) > 0));
    // A mute concerns only the member who made it.
    const before = all.map(hintsOf);
    await two.callAs(third, 'put', `/mutes/${blocked.user.id}`).expect(200);
    await waitUntil('the hint of the mute', () => hintsOf(outside) === 1);
    // The periodic check may repeat the hint of the block, but it has nothing to say to the muted member alone.
    expect(others.map(hintsOf).every((count, n) => count - (before[n + 2] ?? 0) <= 1)).toBe(true);
  });

  it('SAF-020 hints nothing to a member who is blocked a second time', async () => {
    const [one, other] = await Promise.all([make(), make()]);
    await block(other, one);
    const theirs = await two.connect(1, other.sessionId);
    await waitUntil('the check of the new socket', () => hintsOf(theirs) > 0);
    const own = await two.connect(0, one.sessionId);
    const before = hintsOf(theirs);
    await block(one, other);
    await waitUntil('the hint', () => hintsOf(own) > 0);
    await two.callAs(other, 'put', `/mutes/${one.user.id}`).expect(200);
    await waitUntil('the marker', () => hintsOf(theirs) > before);
    expect(hintsOf(theirs)).toBe(before + 1);
  });

  it('SAF-021 sends no more hints about a watched post across a block', async () => {
    const [author, blocked, reader] = await Promise.all([make(), make(), make()]);
    const post = await makePost(two.stack.dataSource, author.user.id);
    const watching = await two.connect(1, blocked.sessionId);
    const marker = await two.connect(1, reader.sessionId);
    for (const client of [watching, marker]) {
      expect(await client.request('post:watch', { postId: post.id })).toEqual({ ok: true });
    }
    const publish = () =>
      two.getProvider(1, PostHints).publish({ id: post.id, authorId: author.user.id, isShown: true });
    publish();
    await waitUntil('the hint', () => watching.payloads('post:changed').length === 1);
    await block(author, blocked);
    await waitUntil('the end of the subscription', async () => {
      const before = watching.payloads('post:changed').length;
      const seen = marker.payloads('post:changed').length;
      publish();
      await waitUntil('the marker', () => marker.payloads('post:changed').length > seen);
      await watching.request('feed:watch');
      return watching.payloads('post:changed').length === before;
    });
    expect(await watching.request('post:watch', { postId: post.id })).toMatchObject({ code: 'not_found' });
  });

  it('SAF-022 withholds presence and joining across a block, except from staff', async () => {
    const { dataSource } = two.stack;
    const [blocker, blocked, third, moderator] = await Promise.all([make(), make(), make(), make()]);
    await block(blocker, blocked);
    await block(blocker, moderator);
    const { server } = await makeServer(dataSource, { members: [blocked.user, third.user, moderator.user] });
    await dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      moderator.user.id,
    ]);
    const clients = await Promise.all(
      [blocked, third, moderator].map(({ sessionId }) => two.connect(1, sessionId)),
    );
    const [withheld, open, staff] = clients;
    await two.callAs(blocker, 'post', `/servers/${server.id}/join`).expect(200);
    const joined = (client?: LiveClient) => client?.payloads('member:joined').length;
    await waitUntil('the joining', () => joined(open) === 1 && joined(staff) === 1);
    const online = async (client?: LiveClient): Promise<unknown> =>
      (await client?.request('presence:list', { serverId: server.id }))?.['online'];
    const own = await two.connect(0, blocker.sessionId);
    const announced = (client?: LiveClient): boolean =>
      (client?.payloads('presence') ?? []).some((presence) => presence.online.includes(blocker.user.id));
    await waitUntil('the presence', () => announced(open) && announced(staff));
    expect(await online(open)).toContain(blocker.user.id);
    expect(await online(staff)).toContain(blocker.user.id);
    expect(await online(withheld)).not.toContain(blocker.user.id);
    expect(await online(own)).not.toContain(blocked.user.id);
    // The acknowledgement above came after the events.
    expect([announced(withheld), joined(withheld)]).toEqual([false, 0]);
  });

  it('SAF-350 names a member in no live event across a block, except in those about messages', async () => {
    const { dataSource } = two.stack;
    const [actor, blocked, third] = await Promise.all([make(), make(), make()]);
    await block(blocked, actor);
    const made = await makeServer(dataSource, { members: [blocked.user, third.user] });
    const { server, channel } = made;
    const owner = { user: made.owner, sessionId: await makeSession(dataSource, made.owner.id) };
    const channelId = channel.id;
    const [hidden, open] = await Promise.all(
      [blocked, third].map(async ({ sessionId }) => {
        const client = await two.connect(1, sessionId);
        await client.request('channel:open', { channelId });
        return client;
      }),
    );
    const has = (client: LiveClient | undefined, event: ServerEvent): boolean =>
      client?.payloads(event).some((payload) => JSON.stringify(payload).includes(actor.user.id)) ?? false;
    const happens = async (event: ServerEvent, act: () => PromiseLike<unknown>): Promise<void> => {
      await act();
      await waitUntil(event, () => has(open, event));
    };
    const transfer = (member: Member, to: Member) =>
      two.callAs(member, 'post', `/servers/${server.id}/owner`, { userId: to.user.id }).expect(200);
    await happens('member:joined', () => two.callAs(actor, 'post', `/servers/${server.id}/join`).expect(200));
    const own = await two.connect(0, actor.sessionId);
    await happens('presence', () => Promise.resolve());
    await happens('typing', () => own.request('typing:start', { channelId }));
    const mentions = [blocked, third].map(({ user }) => `@${user.username}`).join(' ');
    await happens('mention', () => own.send(channelId, `${mentions}, look.`));
    await happens('member:changed', () => transfer(owner, actor));
    await happens('server:changed', () => Promise.resolve());
    await transfer(actor, owner);
    await happens('member:left', () => two.callAs(actor, 'post', `/servers/${server.id}/leave`).expect(200));
    // What was published before this event has arrived before it.
    await two.callAs(owner, 'patch', `/servers/${server.id}`, { name: 'Marker' }).expect(200);
    const isMarked = (client?: LiveClient): boolean =>
      client?.payloads('server:changed').some(({ name }) => name === 'Marker') ?? false;
    await waitUntil('the marker', () => isMarked(hidden) && isMarked(open));
    const events = Object.keys(LIVE_EVENTS).filter(isServerEvent);
    const withheld = events.filter((event) => ACROSS_A_BLOCK[event] === 'withheld');
    expect(withheld.filter((event) => !has(open, event))).toEqual([]);
    expect(events.filter((event) => has(hidden, event) && ACROSS_A_BLOCK[event] !== 'delivered')).toEqual([]);
    // The change itself arrives, without its owner.
    expect(hidden?.payloads('server:changed').some(({ ownerId }) => ownerId === null)).toBe(true);
  });

  it('SAF-023 delivers messages in channels that both can read as without a block', async () => {
    const [blocker, blocked] = await Promise.all([make(), make()]);
    const { channel } = await makeServer(two.stack.dataSource, { members: [blocker.user, blocked.user] });
    await block(blocker, blocked);
    const reader = await two.connect(0, blocker.sessionId);
    await reader.request('channel:open', { channelId: channel.id });
    const writer = await two.connect(1, blocked.sessionId);
    for (const content of ['one', 'two']) await writer.send(channel.id, content);
    await waitUntil('the messages', () => reader.messages(channel.id).length === 2);
    expect(reader.messages(channel.id).map(({ seq, content }) => [seq, content])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    const { body } = await two.callAs(blocker, 'get', `/channels/${channel.id}/messages`).expect(200);
    expect(body).toHaveLength(2);
  });

  it('SAF-024 reaches open clients within 5 s while Redis is down, also the end of a block', async () => {
    const [blocker, blocked] = await Promise.all([make(), make()]);
    const post = await makePost(two.stack.dataSource, blocker.user.id);
    const client = await two.connect(1, blocked.sessionId);
    await client.request('post:watch', { postId: post.id });
    const open = async (): Promise<number> => {
      const answer = await two
        .api(1)
        .get(`/api/posts/${post.id}`)
        .set(...bearer(blocked.sessionId));
      return answer.status;
    };
    await two.stack.killRedis();
    try {
      await block(blocker, blocked);
      await waitUntil('the hint of the block', () => hintsOf(client) >= 1);
      expect(await open()).toBe(404);
      await two.callAs(blocker, 'delete', `/blocks/${blocked.user.id}`).expect(200);
      await waitUntil('the hint of its end', () => hintsOf(client) >= 2);
      expect(await open()).toBe(200);
    } finally {
      await two.stack.startRedis();
    }
  });
});
