import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMember, makeServer, until } from '@oniverse/testing';
import { TwoBackends } from '../testing/two-backends.js';

describe('typing', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  it('LIV-001 who has the channel open learns who types and when it is over, on whichever backend, and nobody else', async () => {
    const [writer, reader, outsider] = await Promise.all(
      [1, 2, 3].map(() => makeMember(two.stack.dataSource)),
    );
    const { channel } = await makeServer(two.stack.dataSource, { members: [writer!.user, reader!.user] });
    const writing = await two.connect(0, writer!.sessionId);
    const reading = await two.connect(1, reader!.sessionId);
    const outside = await two.connect(1, outsider!.sessionId);
    const channelId = channel.id;
    expect(await reading.ask('channel:open', { channelId })).toMatchObject({ ok: true });
    const before = Date.now();
    expect(await writing.ask('typing:start', { channelId })).toEqual({ ok: true });
    await until('the typing to be told', () => reading.payloads('typing').length === 1);
    const [started] = reading.payloads('typing');
    expect(started).toEqual({
      channelId,
      userId: writer!.user.id,
      username: writer!.user.username,
      until: expect.any(String),
    });
    const holds = Date.parse(started!.until) - before;
    expect(holds).toBeGreaterThan(4_000);
    expect(holds).toBeLessThan(10_000);
    expect(await writing.ask('typing:stop', { channelId })).toEqual({ ok: true });
    await until('the end to be told', () => reading.payloads('typing').length === 2);
    expect(Date.parse(reading.payloads('typing')[1]!.until)).toBeLessThanOrEqual(Date.now());
    // Whoever has not opened the channel hears nothing: neither the outsider nor the writer.
    await outside.ask('waitlist:watch', {});
    await writing.ask('waitlist:watch', {});
    expect([...outside.payloads('typing'), ...writing.payloads('typing')]).toEqual([]);
  });

  it('GAP-136 a reader who has not joined may not say that they type; a private channel does not exist', async () => {
    const stranger = await makeMember(two.stack.dataSource);
    const open = await makeServer(two.stack.dataSource);
    const hidden = await makeServer(two.stack.dataSource, { isPublic: false });
    const client = await two.connect(0, stranger.sessionId);
    for (const event of ['typing:start', 'typing:stop']) {
      expect(await client.ask(event, { channelId: open.channel.id })).toMatchObject({
        ok: false,
        code: 'not_a_member',
      });
      expect(await client.ask(event, { channelId: hidden.channel.id })).toMatchObject({
        ok: false,
        code: 'not_found',
      });
      expect(await client.ask(event, { channelId: 'none' })).toMatchObject({ code: 'validation_failed' });
    }
  });
});
