import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FEED, FEED_FORMATS } from '@oniverse/contracts';
import { Post, User } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { FeedsRepository } from './feeds.repository.js';

const SITE = 'https://oniverse.example';
const unescapeHtml = (text = ''): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const OPEN = { isVisibleToVisitors: true } as const;

describe('feeds', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config({ publicOrigins: [SITE] }));
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const author = async (fields: Partial<User> = {}) => {
    const { user, sessionId } = await makeMember(stack.dataSource, fields);
    const write = async (title: string, post: Partial<Post> = {}): Promise<Post> =>
      stack.dataSource.getRepository(Post).save({
        userId: user.id,
        title,
        content: title,
        markdownContent: title,
        ...post,
      });
    return { user, sessionId, write };
  };
  const titlesOf = async (path: string): Promise<string[]> => {
    const { text } = await backend.api.get(path).expect(200);
    const { items }: { items: { title: string }[] } = JSON.parse(text);
    return items.map(({ title }) => title);
  };

  it('NXT-110 lists the newest public posts of a member as Atom and as JSON Feed', async () => {
    const { user, write } = await author({ ...OPEN, displayName: 'Vesper & Co' });
    await write('First <light>', { tags: ['saturn'], markdownContent: 'Saw **it**. ![](/objects/a)' });
    await write('Second');
    await write('Private', { isPublic: false });
    await write('Archived', { isArchived: true });
    const atom = await backend.api.get(`/feeds/u/${user.username}/atom`).expect(200);
    expect(atom.headers['content-type']).toContain('application/atom+xml');
    expect(atom.text).toContain('Vesper &amp; Co, Oniverse');
    expect(atom.text).toContain(`href="${SITE}/u/${user.username}/`);
    expect(atom.text).toContain('<category label="saturn" term="saturn"/>');
    expect(atom.text).toContain('<strong>it</strong>');
    expect(atom.text).toContain(`src="${SITE}/objects/a"`);
    expect(atom.text).not.toMatch(/Private|Archived/);
    const path = `/feeds/u/${user.username.toUpperCase()}/json`;
    expect(await titlesOf(path)).toEqual(['Second', 'First <light>']);
    const { headers, text } = await backend.api.get(path);
    const feed: unknown = JSON.parse(text);
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      items: [
        { authors: [{ name: 'Vesper & Co', url: `${SITE}/u/${user.username}` }] },
        { title: 'First <light>' },
      ],
    });
    expect(text).not.toContain('"author":');
    expect(headers['content-type']).toContain('application/feed+json');
    await backend.api.get(path).set('if-none-match', String(headers['etag'])).expect(304);
  });

  it('NXT-110 keeps its entries and its old address when the member gets another Oni ID', async () => {
    const { user, sessionId, write } = await author(OPEN);
    const post = await write('Fog');
    const rename = (session: string, username: string) =>
      backend.api
        .patch('/api/users/profile')
        .set(...bearer(session))
        .send({ username })
        .expect(200);
    const idsOf = async (username: string): Promise<unknown[]> => {
      const { text } = await backend.api.get(`/feeds/u/${username}/json`).expect(200);
      const { items }: { items: { id: unknown }[] } = JSON.parse(text);
      return items.map(({ id }) => id);
    };
    const day = post.createdAt.toISOString().slice(0, 10);
    const ids = [`tag:oniverse.example,${day}:${user.id}/${post.id}`];
    expect(await idsOf(user.username)).toEqual(ids);

    const name = uniqueName();
    await rename(sessionId, name);
    for (const format of FEED_FORMATS) {
      await backend.api
        .get(`/feeds/u/${user.username.toUpperCase()}/${format}`)
        .expect(301)
        .expect('location', `/feeds/u/${name}/${format}`);
    }
    expect(await idsOf(name)).toEqual(ids);

    const setFeed = (hasFeed: boolean) =>
      stack.dataSource.query('UPDATE users SET has_feed = $2 WHERE id = $1', [user.id, hasFeed]);
    await setFeed(false);
    await backend.api.get(`/feeds/u/${user.username}/atom`).expect(404);
    await setFeed(true);
    await backend.api
      .delete(`/api/users/profile/former-usernames/${user.username}`)
      .set(...bearer(sessionId))
      .expect(200);
    await backend.api.get(`/feeds/u/${user.username}/atom`).expect(404);
  });

  it('ACC-004 a feed never names the host of a request, with or without PUBLIC_URL', async () => {
    const { user, write } = await author(OPEN);
    await write('Fog', { tags: ['fog'] });
    const local = await BackendUnderTest.start(stack.config({ port: 4_711 }));
    try {
      for (const [site, origin] of [
        [backend, SITE],
        [local, 'http://localhost:4711'],
      ] as const) {
        for (const path of [
          `/feeds/u/${user.username}/atom`,
          `/feeds/u/${user.username}/json`,
          '/feeds/t/fog/atom',
        ]) {
          const { text } = await site.api.get(path).set('host', 'evil.example').expect(200);
          expect(text).toContain(`${origin}${path}`);
          expect(text).toContain(`${origin}/u/${user.username}/`);
          expect(text).not.toContain('evil.example');
        }
      }
    } finally {
      await local.stop();
    }
  });

  it('NXT-110 escapes what members write', async () => {
    const { user, write } = await author({ ...OPEN, displayName: ']]></name><x>' });
    await write(']]><script>', {
      markdownContent: '<script>alert(1)</script> [x](javascript:alert(1)) ]]>',
      tags: ['saturn'],
    });
    const { text } = await backend.api.get(`/feeds/u/${user.username}/atom`).expect(200);
    expect(text).not.toContain('<x>');
    expect(text).not.toContain('href="javascript:');
    expect(text.replaceAll(/<!\[CDATA\[[^]*?\]\]>/g, '')).not.toContain('<script');
  });

  it.each(['1 < 2 & <b>3</b>', '&lt;script&gt;', 'a &amp; b'])(
    'NXT-110 shows the title and the name %j as written, not as HTML',
    async (text) => {
      const { user, write } = await author({ ...OPEN, displayName: text });
      await write(text);
      const atom = await backend.api.get(`/feeds/u/${user.username}/atom`).expect(200);
      const [, title] = /<title type="html"><!\[CDATA\[(.*?)\]\]>/.exec(atom.text) ?? [];
      expect(unescapeHtml(title)).toBe(text);
      const [, name] = /<name>(.*?)<\/name>/.exec(atom.text) ?? [];
      expect(unescapeHtml(name)).toBe(text);
      expect(unescapeHtml(/<title>(.*?)<\/title>/.exec(atom.text)?.[1])).toBe(`${text}, Oniverse`);
      expect(await titlesOf(`/feeds/u/${user.username}/json`)).toEqual([text]);
    },
  );

  it('NXT-110 bounds the feed of a member who writes tables of a million cells', async () => {
    const { user, write } = await author(OPEN);
    const hostile = `${'|a'.repeat(60)}\n${'|-'.repeat(60)}\n${'|\n'.repeat(24_000)}`;
    const tags = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(50, 'x'));
    for (let n = 0; n < FEED.entries; n += 1)
      await write('&'.repeat(200), { markdownContent: `${'a&'.repeat(2_500)}\n\n${hostile}`, tags });
    for (const format of FEED_FORMATS) {
      const { text } = await backend.api.get(`/feeds/u/${user.username}/${format}`).expect(200);
      expect(text).toContain('Read the rest');
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(FEED.bytes);
    }
  });

  it('NXT-110 reads and renders no text for a client that has the feed, and each text once for others', async () => {
    const { user, sessionId, write } = await author(OPEN);
    const [first] = [await write('First'), await write('Second')];
    const findTexts = jest.spyOn(backend.app.get(FeedsRepository), 'findTexts');
    const path = `/feeds/u/${user.username}/atom`;
    const { headers, text } = await backend.api.get(path).expect(200);
    await backend.api.get(path).set('if-none-match', String(headers['etag'])).expect(304);
    expect((await backend.api.get(path).expect(200)).text).toBe(text);
    expect(findTexts).toHaveBeenCalledTimes(1);
    await backend.api
      .patch(`/api/posts/${first.id}`)
      .set(...bearer(sessionId))
      .send({ markdownContent: 'Edited' })
      .expect(200);
    const edited = await backend.api.get(path).set('if-none-match', String(headers['etag'])).expect(200);
    expect(edited.text).toContain('Edited');
    expect(findTexts).toHaveBeenLastCalledWith([first.id]);
    findTexts.mockRestore();
  });

  it.each([
    ['is not visible to visitors', {}],
    ['is private', { ...OPEN, isPublic: false }],
    ['has switched feeds off', { ...OPEN, hasFeed: false }],
  ])('NXT-100 NXT-110 has no feed and no entries of a member who %s', async (_, fields) => {
    const { user, sessionId, write } = await author(fields);
    const tag = uniqueName('tag');
    await write('Unseen', { tags: [tag] });
    for (const format of ['atom', 'json']) {
      await backend.api.get(`/feeds/u/${user.username}/${format}`).expect(404);
      await backend.api
        .get(`/feeds/u/${user.username}/${format}`)
        .set(...bearer(sessionId))
        .expect(404);
    }
    expect(await titlesOf(`/feeds/t/${tag}/json`)).toEqual([]);
  });

  it('NXT-110 lists the posts with a tag of all who show them', async () => {
    const tag = uniqueName('tag');
    const [one, other] = [await author(OPEN), await author(OPEN)];
    await one.write('One', { tags: [tag, 'x'] });
    await other.write('Other', { tags: [tag] });
    await other.write('Hidden', { tags: [tag], isPublic: false });
    await other.write('Elsewhere', { tags: [`${tag}s`] });
    expect(await titlesOf(`/feeds/t/${tag.toUpperCase()}/json`)).toEqual(['Other', 'One']);
    await backend.api.get('/feeds/t/%20/atom').expect(404);
  });
});
