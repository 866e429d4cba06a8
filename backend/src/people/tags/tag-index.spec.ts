import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NEXT_CURSOR_HEADER, type IndexedTag } from '@oniverse/contracts';
import { Post, Tag, type User } from '@oniverse/data';
import { makeConnection, makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makeCarriers } from '../../testing/carriers.js';
import { momentOf } from './tag-index.service.js';

describe('the tags of the moment', () => {
  it('NXT-317 are those of most authors, with pairs that stand in one post', () => {
    const posts = [
      { user_id: 'a', tags: ['moths', 'lamps'] },
      { user_id: 'a', tags: ['moths'] },
      { user_id: 'b', tags: ['lamps', 'coast'] },
      { user_id: 'c', tags: ['lamps', 'coast'] },
    ];
    expect(momentOf(posts)).toEqual({
      moment: ['lamps', 'coast', 'moths'],
      links: [
        [0, 2],
        [0, 1],
      ],
    });
    expect(momentOf([])).toEqual({ moment: [], links: [] });
  });
});

describe('the index of tags', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const get = (path: string, sessionId: string) =>
    backend.api
      .get(`/api/tag-index${path}`)
      .set(...bearer(sessionId))
      .expect(200);
  const write = (author: User, tags: string[], overrides: Partial<Post> = {}) =>
    stack.dataSource.getRepository(Post).save({
      userId: author.id,
      title: 'One',
      content: 'a',
      markdownContent: 'a',
      tags,
      ...overrides,
    });
  const makeTag = (name: string, usageCount = 1) =>
    stack.dataSource.getRepository(Tag).save({ name, usageCount });

  it('NXT-317 has tags of visible posts, of linked members, and of this week', async () => {
    const [reader, near, hidden] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource, { isPublic: false }),
    ];
    const [own, theirs, secret, old] = ['own', 'theirs', 'secret', 'old'].map((name) => uniqueName(name));
    if (!own || !theirs || !secret || !old) throw new Error('Expected four names');
    await write(near.user, [theirs]);
    await write(hidden.user, [secret]);
    await write(near.user, [secret], { isPublic: false });
    await makeCarriers(stack.dataSource, [reader.user.id, near.user.id], [own]);
    await makeCarriers(stack.dataSource, [near.user.id], [theirs]);
    await makeConnection(stack.dataSource, reader.user, near.user, [own]);
    await stack.dataSource.query('UPDATE tags SET usage_count = 1 WHERE name = ANY($1)', [[own, theirs]]);
    await stack.dataSource.query(
      `INSERT INTO tags (id, name, usage_count) VALUES (uuidv7(interval '-8 days'), $1, 1)`,
      [old],
    );
    await makeTag(secret, 0);
    const { body } = await get('', reader.sessionId);
    expect(body.moment).toContain(theirs);
    expect(body.near).toEqual([theirs]);
    expect(body.fresh).toContain(theirs);
    expect(body.fresh).not.toContain(old);
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('NXT-317 lists the shown tags by name, from a prefix, in pages', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const prefix = uniqueName('z');
    for (const name of ['c', 'a', 'b']) await makeTag(`${prefix}${name}`);
    await makeTag(`${prefix}hidden`, 0);
    const names = ({ body }: { body: IndexedTag[] }) => body.map(({ name }) => name);
    const first = await get(`/names?prefix=${prefix}&limit=2`, sessionId);
    expect(names(first)).toEqual([`${prefix}a`, `${prefix}b`]);
    const cursor = first.headers[NEXT_CURSOR_HEADER.toLowerCase()];
    const next = await get(`/names?prefix=${prefix}&limit=2&cursor=${cursor}`, sessionId);
    expect(names(next)).toEqual([`${prefix}c`]);
    expect(next.headers).not.toHaveProperty(NEXT_CURSOR_HEADER.toLowerCase());
  });
});
