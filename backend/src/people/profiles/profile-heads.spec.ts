import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post, User } from '@oniverse/data';
import { makeMember, makePost, makeServer, makeSession, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const APP_SHELL =
  '<!doctype html><head><title>Oniverse</title><meta name="description" content="All." /></head><div id="root"></div>';
const SITE = 'https://oniverse.example';
const PRERENDERED =
  '<!doctype html><head><title>Landing</title><meta property="og:title" content="Landing" /></head><main>Landing</main>';

describe('the heads of profile pages and invites', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let clientDir: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    clientDir = await mkdtemp(join(tmpdir(), 'oniverse-heads-'));
    await writeFile(join(clientDir, 'index.html'), PRERENDERED);
    await writeFile(join(clientDir, 'purpose.html'), PRERENDERED);
    await writeFile(join(clientDir, '_blank.html'), APP_SHELL);
    backend = await BackendUnderTest.start(stack.config({ clientDir, publicOrigins: [SITE] }));
  });

  afterAll(async () => {
    await backend.stop();
    await rm(clientDir, { recursive: true });
    await stack.stop();
  });

  async function memberWith(fields: Partial<User>): Promise<string> {
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.getRepository(User).update({ id: user.id }, fields);
    return user.username;
  }

  it('GAP-055 has the member’s title, description, address and picture, under a name in any case', async () => {
    const username = await memberWith({
      displayName: 'Vesper Lund',
      bio: 'Night shifts.',
      profileImageUrl: '/objects/face',
    });
    for (const path of [`/u/${username}`, `/u/${username.toUpperCase()}/?from=here`]) {
      const answer = await backend.api.get(path).expect(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.text).toContain(`<title>Vesper Lund (@${username}), Oniverse</title>`);
      expect(answer.text).toContain('<meta property="og:description" content="Night shifts." />');
      expect(answer.text).toContain(`<meta property="og:url" content="${SITE}/u/${username}" />`);
      expect(answer.text).toContain(`<meta property="og:image" content="${SITE}/objects/face" />`);
      expect(answer.text).toContain('<div id="root"></div>');
      expect(answer.text).not.toContain('content="All."');
    }
  });

  it('NXT-423 redirects a former name, below which posts lie, too, unless visitors may not see its member', async () => {
    const username = await memberWith({ isVisibleToVisitors: true });
    const users = stack.dataSource.getRepository(User);
    const { id } = await users.findOneByOrFail({ username });
    const post = await stack.dataSource
      .getRepository(Post)
      .save({ userId: id, title: 'Fog', content: '', markdownContent: '', tags: [] });
    const now = uniqueName();
    await users.update(id, { username: now });
    for (const path of ['?from=here', `/${post.id}`]) {
      await backend.api
        .get(`/u/${username.toUpperCase()}${path}`)
        .expect(301)
        .expect('location', `/u/${now}${path}`)
        .expect('cache-control', 'no-cache');
    }
    const other = await memberWith({ isPublic: false });
    const hidden = uniqueName();
    await users.update({ username: other }, { username: hidden });
    await backend.api.get(`/u/${other}`).expect(404);
  });

  it('NXT-111 links the member’s other pages and feeds', async () => {
    const fields = { profileLinks: ['https://vesper.example/?a=1&b'] };
    const closed = await memberWith(fields);
    const { text } = await backend.api.get(`/u/${closed}`).expect(200);
    expect(text).toContain('<link rel="me" href="https://vesper.example/?a=1&amp;b" />');
    expect(text).not.toContain('rel="alternate"');
    const open = await memberWith({ ...fields, isVisibleToVisitors: true });
    expect((await backend.api.get(`/u/${open}`)).text).toContain(
      `<link rel="alternate" type="application/atom+xml" href="${SITE}/feeds/u/${open}/atom" />`,
    );
  });

  it('without a bio, the shortened profile text is the description', async () => {
    const short = await memberWith({ bio: null, profileMarkdown: '# Hello\n\nI **collect** [places](/x).' });
    expect((await backend.api.get(`/u/${short}`)).text).toContain(
      '<meta name="description" content="Hello I collect places." />',
    );
    const long = await memberWith({ bio: null, profileMarkdown: 'a'.repeat(200_000) });
    expect((await backend.api.get(`/u/${long}`)).text).toContain(`content="${'a'.repeat(200)}…"`);
    const empty = await memberWith({ bio: null, profileMarkdown: '' });
    const { text } = await backend.api.get(`/u/${empty}`);
    expect(text).toContain(`content="@${empty} on Oniverse"`);
    expect(text).not.toContain('og:image');
  });

  it('escapes text written by members', async () => {
    const evil = '</title><script src="//evil.example"></script>" onload=\'x\' $& $`';
    const username = await memberWith({ displayName: evil.slice(0, 50), bio: evil });
    const { text } = await backend.api.get(`/u/${username}`).expect(200);
    expect(text).not.toContain('<script');
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(text).toContain('&lt;script src=&quot;//evil.example&quot;&gt;');
  });

  it('SAF-354 forget what was hidden at once', async () => {
    const { dataSource } = stack;
    const { user } = await makeMember(dataSource, { isVisibleToVisitors: true, displayName: 'Vesper Lund' });
    const post = await makePost(dataSource, user.id, { title: 'Night shifts' });
    const { server, owner } = await makeServer(dataSource);
    const { body: invite } = await backend.api
      .post(`/api/servers/${server.id}/invites`)
      .set(...bearer(await makeSession(dataSource, owner.id)))
      .expect(201);
    const pages: [path: string, shown: string][] = [
      [`/u/${user.username}`, `/feeds/u/${user.username}/atom`],
      [`/u/${user.username}`, 'Vesper Lund'],
      [`/u/${user.username}/${post.id}`, 'Night shifts'],
      [`/dimensions/invite/${invite.code}`, server.name],
    ];
    const shownOn = async (): Promise<boolean[]> =>
      Promise.all(
        pages.map(async ([path, shown]) => (await backend.api.get(path).ok(() => true)).text.includes(shown)),
      );
    expect(await shownOn()).toEqual([true, true, true, true]);
    await dataSource.getRepository(User).update(user.id, { isVisibleToVisitors: false });
    await dataSource.query('DELETE FROM invites WHERE server_id = $1', [server.id]);
    expect(await shownOn()).toEqual([false, true, false, false]);
    await dataSource.getRepository(User).update(user.id, { isPublic: false });
    expect(await shownOn()).toEqual([false, false, false, false]);
  });

  it('unknown and private pages get 404 and reveal nothing', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    await stack.dataSource
      .getRepository(User)
      .update({ id: user.id }, { isPublic: false, displayName: 'Hidden One' });
    const answers = [
      await backend.api.get(`/u/${user.username}`).expect(404),
      await backend.api
        .get(`/u/${user.username}`)
        .set(...bearer(sessionId))
        .expect(404),
      await backend.api.get('/u/nobody_at_all').expect(404),
    ];
    expect(answers.map(({ text }) => text)).toEqual([APP_SHELL, APP_SHELL, APP_SHELL]);
  });

  it.each(['/u/%00', '/u/a%2Fb', '/u/a b', `/u/${'a'.repeat(5_000)}`, '/u/%3Cb%3E'])(
    '%s gets 404',
    async (path) => {
      await backend.api.get(path).expect(404, APP_SHELL);
    },
  );

  it.each([
    ['/', '/'],
    ['/purpose?from=here', '/purpose'],
    ['/dimensions/public', '/'],
  ])('the pre-rendered page %s has its address %s', async (path, address) => {
    const url = `<meta property="og:url" content="${SITE}${address}" />`;
    const { text, headers } = await backend.api.get(path).expect(200);
    expect(text).toContain(url);
    expect(text.match(/og:url/g)).toHaveLength(1);
    expect(text).toContain('<meta property="og:title" content="Landing" />');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['vary']).toContain('accept-encoding');
    const again = await backend.api
      .get(path)
      .set('if-none-match', headers['etag'] ?? '')
      .expect(304);
    expect(again.text ?? '').toBe('');
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${backend.url}${path}`, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(await answer.text()).toContain(url);
    }
    // A page that needs the request falls back to its file.
    await backend.api.get(path).set('range', 'bytes=0-3').expect(206);
  });

  it('ACC-004 a preview never names the host of a request, with or without PUBLIC_URL', async () => {
    const username = await memberWith({});
    const local = await BackendUnderTest.start(stack.config({ clientDir, port: 4_711 }));
    try {
      for (const [site, origin] of [
        [backend, SITE],
        [local, 'http://localhost:4711'],
      ] as const) {
        for (const path of ['/purpose', `/u/${username}`]) {
          const { text } = await site.api.get(path).set('host', 'evil.example').expect(200);
          expect(text).toContain(`<meta property="og:url" content="${origin}${path}" />`);
          expect(text).not.toContain('evil.example');
        }
      }
    } finally {
      await local.stop();
    }
  });

  it('an invite describes its dimension; an invalid one reveals nothing', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { server } = await makeServer(stack.dataSource, { isPublic: false, members: [user] });
    await stack.dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      user.id,
    ]);
    await stack.dataSource.query(`UPDATE servers SET name = $2, description = $3 WHERE id = $1`, [
      server.id,
      'Roof "observatory"',
      'Clear nights alone.',
    ]);
    const { body } = await backend.api
      .post(`/api/servers/${server.id}/invites`)
      .set(...bearer(sessionId))
      .send({})
      .expect(201);
    const { text } = await backend.api.get(`/dimensions/invite/${body.code}`).expect(200);
    expect(text).toContain('<title>Roof &quot;observatory&quot;, Oniverse</title>');
    expect(text).toContain('<meta property="og:type" content="website" />');
    expect(text).toContain('<meta property="og:description" content="Clear nights alone." />');
    expect(text).toContain(`<meta property="og:url" content="${SITE}/dimensions/invite/${body.code}" />`);
    const unknown = await backend.api.get(`/dimensions/invite/${'x'.repeat(22)}`).expect(200);
    expect(unknown.text).toContain('<main>Landing</main>');
    expect(unknown.text).not.toContain('observatory');
  });

  it('can be requested without the page', async () => {
    const username = await memberWith({});
    const answer = await backend.api.head(`/u/${username}`).expect(200);
    expect(answer.text ?? '').toBe('');
  });
});
