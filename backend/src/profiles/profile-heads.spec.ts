import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { User } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

const BLANK =
  '<!doctype html><head><title>Oniverse</title><meta name="description" content="All." /></head><div id="root"></div>';
const SITE = 'https://oniverse.example';

describe('the heads of members’ pages', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let clientDir: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    clientDir = await mkdtemp(join(tmpdir(), 'oniverse-heads-'));
    await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Landing</title>');
    await writeFile(join(clientDir, '_blank.html'), BLANK);
    backend = await BackendUnderTest.start(stack.config({ clientDir, publicOrigins: [SITE] }));
  });

  afterAll(async () => {
    await backend.stop();
    await rm(clientDir, { recursive: true });
    await stack.stop();
  });

  /** A member whose page says what is given. @returns the username */
  async function memberWith(fields: Partial<User>): Promise<string> {
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.getRepository(User).update({ id: user.id }, fields);
    return user.username;
  }

  it('GAP-055 title, description, address and picture are the member’s, in any case of the name', async () => {
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

  it('without a bio the text’s own words are the description, cut where they are many', async () => {
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

  it('what a member writes stays a text in the page', async () => {
    const evil = '</title><script src="//evil.example"></script>" onload=\'x\' $& $`';
    const username = await memberWith({ displayName: evil.slice(0, 50), bio: evil });
    const { text } = await backend.api.get(`/u/${username}`).expect(200);
    expect(text).not.toContain('<script');
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(text).toContain('&lt;script src=&quot;//evil.example&quot;&gt;');
  });

  it('unknown and private pages are 404 for everybody, and tell nothing', async () => {
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
    expect(answers.map(({ text }) => text)).toEqual([BLANK, BLANK, BLANK]);
  });

  it.each(['/u/%00', '/u/a%2Fb', '/u/a b', `/u/${'a'.repeat(5_000)}`, '/u/%3Cb%3E'])(
    '%s is 404, and no failure',
    async (path) => {
      await backend.api.get(path).expect(404, BLANK);
    },
  );

  it('a head alone can be asked for', async () => {
    const username = await memberWith({});
    const answer = await backend.api.head(`/u/${username}`).expect(200);
    expect(answer.text ?? '').toBe('');
  });
});
