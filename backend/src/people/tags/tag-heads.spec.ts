import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Image, Post, StoredObject, type User } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest } from '../../testing/backend-under-test.js';

const APP_SHELL =
  '<!doctype html><head><title>Oniverse</title><meta name="description" content="All." /></head><div id="root"></div>';
const SITE = 'https://oniverse.example';

describe('the heads of tag pages', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let clientDir: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    clientDir = await mkdtemp(join(tmpdir(), 'oniverse-tag-heads-'));
    for (const page of ['index.html', '_blank.html']) await writeFile(join(clientDir, page), APP_SHELL);
    backend = await BackendUnderTest.start(stack.config({ clientDir, publicOrigins: [SITE] }));
  });

  afterAll(async () => {
    await backend.stop();
    await rm(clientDir, { recursive: true });
    await stack.stop();
  });

  /** Creates a member with a post and a picture that have the tags. @returns the path of the picture */
  async function show(tags: string[], fields: Partial<User>): Promise<string> {
    const { user } = await makeMember(stack.dataSource, fields);
    const path = `/objects/${randomUUID()}`;
    const text = { title: 'Slow light', content: 'text', markdownContent: 'text' };
    await stack.dataSource.getRepository(Post).save({ userId: user.id, ...text, tags });
    await stack.dataSource.getRepository(StoredObject).insert({ path, userId: user.id, state: 'used' });
    await stack.dataSource.getRepository(Image).save({ userId: user.id, imageUrl: path, tags });
    return path;
  }

  it('NXT-013 have the tag, its address, and a picture and tags of members who opted in only', async () => {
    const tag = uniqueName('tag');
    const picture = await show([tag, 'coast'], { isVisibleToVisitors: true });
    const closed = await show([tag, 'hush'], {});
    const secret = await show([tag, 'hush'], { isVisibleToVisitors: true, isPublic: false });
    const { text } = await backend.api.get(`/t/${tag}`).expect(200);
    expect(text).toContain(`<title>#${tag}, Oniverse</title>`);
    expect(text).toContain(`<meta property="og:url" content="${SITE}/t/${tag}" />`);
    expect(text).toContain(`<meta property="og:image" content="${SITE}${picture}" />`);
    expect(text).toContain('often together with #coast.');
    expect(text).toContain(
      `<link rel="alternate" type="application/feed+json" href="${SITE}/feeds/t/${tag}/json" />`,
    );
    for (const hidden of [closed, secret, 'hush']) expect(text).not.toContain(hidden);
  });

  it.each([
    ['Moon', 'moon'],
    ['stra%C3%9Fe', 'strasse'],
    [
      '%23%E0%A4%B5%E0%A4%BF%E0%A4%9C%E0%A5%8D%E0%A4%9E%E0%A4%BE%E0%A4%A8',
      '%E0%A4%B5%E0%A4%BF%E0%A4%9C%E0%A5%8D%E0%A4%9E%E0%A4%BE%E0%A4%A8',
    ],
  ])('redirect an address with another form of the tag: %s', async (former, stored) => {
    await backend.api.get(`/t/${former}`).expect(301).expect('location', `/t/${stored}`);
  });

  it('redirect the address of a tag that was cut off, unless it is a tag or could be several', async () => {
    const setUses = (name: string, uses: number) =>
      stack.dataSource.query(
        'INSERT INTO tags (name, usage_count) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET usage_count = $2',
        [name, uses],
      );
    const [cut, whole] = [encodeURI('/t/த'), encodeURI('/t/தமிழ்')];
    await setUses('த', 0);
    await setUses('தமிழ்', 1);
    await backend.api.get(cut).expect(200);
    await setUses('தி', 1);
    await backend.api.get(encodeURI('/t/தம')).expect(301).expect('location', whole);
    await setUses('தம', 1);
    await backend.api.get(encodeURI('/t/தம/')).expect(200);
    await setUses('தா', 1);
    await backend.api.get(`${cut}/`).expect(200);
  });

  it('NXT-014 are the same for a tag that only members who did not opt in carry as for an unknown one', async () => {
    const [tag, unknown] = [uniqueName('tag'), uniqueName('tag')];
    await show([tag], {});
    const [shown, none] = await Promise.all(
      [tag, unknown].map(async (name) => {
        const { text } = await backend.api.get(`/t/${name}`).expect(200);
        return text.replaceAll(name, 'tag');
      }),
    );
    expect(shown).toBe(none);
    expect(shown).not.toContain('og:image');
  });
});
