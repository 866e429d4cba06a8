import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';
import { TYPING_STARTS } from './typing.service.js';

describe('typing', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  it('LIV-001 publishes start and end of typing to sockets on any backend that have the channel open, and to no others', async () => {
    const [writer, reader, outsider] = await Promise.all(
      [1, 2, 3].map(() => makeMember(two.stack.dataSource)),
    );
    const { channel } = await makeServer(two.stack.dataSource, { members: [writer!.user, reader!.user] });
    const writing = await two.connect(0, writer!.sessionId);
    const reading = await two.connect(1, reader!.sessionId);
    const outside = await two.connect(1, outsider!.sessionId);
    const channelId = channel.id;
    expect(await reading.request('channel:open', { channelId })).toMatchObject({ ok: true });
    const before = Date.now();
    expect(await writing.request('typing:start', { channelId })).toEqual({ ok: true });
    await waitUntil('the start to be published', () => reading.payloads('typing').length === 1);
    const [started] = reading.payloads('typing');
    expect(started).toEqual({
      channelId,
      userId: writer!.user.id,
      username: writer!.user.username,
      until: expect.any(String),
    });
    const durationMs = Date.parse(started!.until) - before;
    expect(durationMs).toBeGreaterThan(4_000);
    expect(durationMs).toBeLessThan(10_000);
    expect(await writing.request('typing:stop', { channelId })).toEqual({ ok: true });
    await waitUntil('the end to be published', () => reading.payloads('typing').length === 2);
    expect(Date.parse(reading.payloads('typing')[1]!.until)).toBeLessThanOrEqual(Date.now());
    // Neither the outsider nor the writer has the channel open.
    await outside.request('waitlist:watch', {});
    await writing.request('waitlist:watch', {});
    expect([...outside.payloads('typing'), ...writing.payloads('typing')]).toEqual([]);
  });

  it('OPS-117 publishes at most ten starts of a channel in five seconds, and the end of what it published', async () => {
    const [shown, unshown, reader] = await Promise.all([1, 2, 3].map(() => makeMember(two.stack.dataSource)));
    const { channel } = await makeServer(two.stack.dataSource, {
      members: [shown!.user, unshown!.user, reader!.user],
    });
    const [writing, waiting] = [
      await two.connect(0, shown!.sessionId),
      await two.connect(0, unshown!.sessionId),
    ];
    const reading = await two.connect(0, reader!.sessionId);
    const channelId = channel.id;
    await reading.request('channel:open', { channelId });
    for (let count = 0; count < TYPING_STARTS; count += 1)
      await writing.request('typing:start', { channelId });
    for (const event of ['typing:start', 'typing:stop']) await waiting.request(event, { channelId });
    await writing.request('typing:stop', { channelId });
    await waitUntil('the end to be published', () => reading.payloads('typing').length > TYPING_STARTS);
    expect(reading.payloads('typing').map(({ userId }) => userId)).toEqual(
      Array.from({ length: TYPING_STARTS + 1 }, () => shown!.user.id),
    );
  });

  it('GAP-136 rejects readers who have not joined, and answers not_found for private channels', async () => {
    const nonMember = await makeMember(two.stack.dataSource);
    const open = await makeServer(two.stack.dataSource);
    const hidden = await makeServer(two.stack.dataSource, { isPublic: false });
    const client = await two.connect(0, nonMember.sessionId);
    for (const event of ['typing:start', 'typing:stop']) {
      expect(await client.request(event, { channelId: open.channel.id })).toMatchObject({
        ok: false,
        code: 'not_a_member',
      });
      expect(await client.request(event, { channelId: hidden.channel.id })).toMatchObject({
        ok: false,
        code: 'not_found',
      });
      expect(await client.request(event, { channelId: 'none' })).toMatchObject({ code: 'validation_failed' });
    }
  });
});
