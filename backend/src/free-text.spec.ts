import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MESSAGES } from '@oniverse/contracts';
import { LiveClient, makeMember, makePost, makeServer, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';

const DIRT = '\u0000\u0001\u001F\uFFFE\uD800';

describe('characters that XML cannot carry', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let author: Awaited<ReturnType<typeof makeMember>>;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config({ publicOrigins: ['https://oniverse.example'] }));
    author = await makeMember(stack.dataSource, { isVisibleToVisitors: true });
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const post = (path: string, body: object) =>
    backend.api
      .post(`/api${path}`)
      .set(...bearer(author.sessionId))
      .send(body);

  it('NXT-302 do not reach a message, by REST or by socket', async () => {
    const { channel } = await makeServer(stack.dataSource, { members: [author.user] });
    const text = `Still${DIRT}\tup?\r\n🌊`;
    const { body } = await post(`/channels/${channel.id}/messages`, { content: text, nonce: 'rest' }).expect(
      201,
    );
    expect(body.content).toBe('Still\tup?\r\n🌊');
    const client = await LiveClient.connect(backend.url, { sessionId: author.sessionId });
    try {
      expect((await client.send(channel.id, text)).content).toBe('Still\tup?\r\n🌊');
      const refused = await client.request('message:send', {
        channelId: channel.id,
        content: 'a',
        nonce: `a${DIRT}`,
      });
      expect(refused).toMatchObject({ ok: false, code: 'validation_failed', ...MESSAGES.badText });
    } finally {
      client.close();
    }
  });

  it('NXT-302 do not make a feed unreadable, stored or named by markdown', async () => {
    const { body } = await post('/posts', {
      title: ` ${DIRT} Tides`,
      markdownContent: `a${DIRT}b &#12; c`,
    }).expect(201);
    expect(body).toMatchObject({ title: 'Tides', markdownContent: 'ab &#12; c' });
    expect(body.content).not.toContain('\f');
    await makePost(stack.dataSource, author.user.id, { title: 'Old\u0001', markdownContent: 'old\u000C' });
    const { text } = await backend.api.get(`/feeds/u/${author.user.username}/atom`).expect(200);
    expect(text).toContain('Old');
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/u);
  });

  it.each(['/search?q=a%01', '/users/a%01/posts', '/tags/a%01', '/posts/my?q=%EF%BF%BF'])(
    'NXT-302 get 400 in %s',
    async (path) => {
      await backend.api
        .get(`/api${path}`)
        .set(...bearer(author.sessionId))
        .expect(400);
    },
  );

  it('NXT-302 count as nothing: a title of them alone is missing', async () => {
    const { body } = await post('/posts', { title: DIRT, content: 'a' }).expect(400);
    expect(body.fields).toEqual({ title: 'Please enter a title.' });
  });
});
