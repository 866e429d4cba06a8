import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Board,
  Bookmark,
  enqueueOutbox,
  LEAST_ID,
  OUTBOX_TOPICS,
  OutboxRow,
  Post,
  Tag,
  TaggedItem,
} from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeMember, makePost, TestStack } from '@oniverse/testing';
import { DeriveTags } from './derive-tags.js';
import { DeriveTagsRepository } from './derive-tags.repository.js';
import { RepairTagCounts } from './repair-tag-counts.js';

describe('DeriveTags', () => {
  let stack: TestStack;
  let job: DeriveTags;

  beforeAll(async () => {
    stack = await TestStack.start();
    const counts = new RepairTagCounts(stack.dataSource);
    job = new DeriveTags(
      stack.dataSource,
      new DeriveTagsRepository(),
      counts,
      createLogger('test', 'silent'),
    );
  });

  beforeEach(async () => {
    await stack.dataSource.query('TRUNCATE outbox, users, tags, tagged_items CASCADE');
    await enqueueOutbox(stack.dataSource.manager, [
      { topic: OUTBOX_TOPICS.deriveTags, subject: `posts/${LEAST_ID}` },
    ]);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const pending = async (): Promise<string | undefined> =>
    (await stack.dataSource.getRepository(OutboxRow).findOneBy({ topic: OUTBOX_TOPICS.deriveTags }))?.subject;
  /** Runs each job twice at once, as after a lost acknowledgement. Returns the positions. */
  const runAll = async (): Promise<string[]> => {
    const positions: string[] = [];
    for (let subject = await pending(); subject !== undefined; subject = await pending()) {
      positions.push(subject);
      await Promise.all([job.run(subject), job.run(subject)]);
    }
    return positions;
  };
  const counts = async (): Promise<Record<string, number>> => {
    const tags = await stack.dataSource.getRepository(Tag).find();
    return Object.fromEntries(tags.map(({ name, usageCount }) => [name, usageCount]));
  };

  it('stores the tags that items have today, with counts, lists and jobs for the links, and changes nothing else', async () => {
    const { user } = await makeMember(stack.dataSource, { profileMarkdown: '#தமிழ்' });
    const { user: hidden } = await makeMember(stack.dataSource, { isPublic: false });
    const cut = { markdownContent: '#विज्ञान [About](#about-me)', tags: ['व', 'about-me'] };
    const post = await makePost(stack.dataSource, user.id, cut);
    await makePost(stack.dataSource, hidden.id, cut);
    const given = { tags: ['straße', 'strasse', 'moon'], givenTags: ['straße', 'strasse', 'moon'] };
    const tagged = await makePost(stack.dataSource, user.id, given);
    const kept = await makePost(stack.dataSource, user.id, { tags: ['sea'], givenTags: ['sea'] });
    const board = await stack.dataSource
      .getRepository(Board)
      .save({ userId: user.id, name: 'Paths', tags: ['straße', 'sea'] });
    await stack.dataSource.query(
      `INSERT INTO tags (name, usage_count) VALUES ('व', 1), ('about-me', 1), ('straße', 2), ('strasse', 1), ('moon', 1), ('sea', 2), ('தம', 1)`,
    );
    const positions = await runAll();

    expect(positions.map((position) => position.split('/')[0])).toEqual([
      'posts',
      'profile_archives',
      'images',
      'boards',
      'capsules',
      'bookmarks',
    ]);
    const posts = stack.dataSource.getRepository(Post);
    expect(await posts.findOneBy({ id: post.id })).toMatchObject({
      tags: ['विज्ञान'],
      markdownContent: post.markdownContent,
      updatedAt: post.updatedAt,
    });
    expect(await posts.findOneBy({ id: tagged.id })).toMatchObject({
      tags: ['strasse', 'moon'],
      givenTags: ['strasse', 'moon'],
    });
    expect(await posts.findOneBy({ id: kept.id })).toMatchObject({ tags: ['sea'], givenTags: ['sea'] });
    expect(await stack.dataSource.getRepository(Board).findOneBy({ id: board.id })).toMatchObject({
      tags: ['strasse', 'sea'],
    });
    expect(await counts()).toEqual({
      व: 0,
      'about-me': 0,
      straße: 0,
      strasse: 2,
      moon: 1,
      sea: 2,
      தம: 0,
      தமிழ்: 1,
      विज्ञान: 1,
    });
    const listed = await stack.dataSource.getRepository(TaggedItem).findBy({ itemId: post.id });
    expect(listed.map(({ tag }) => tag)).toEqual(['विज्ञान']);
    const derived = await stack.dataSource
      .getRepository(OutboxRow)
      .findBy({ topic: OUTBOX_TOPICS.deriveMember });
    expect(new Set(derived.map(({ subject }) => subject))).toEqual(new Set([user.id]));
  });

  it('renames kept tags that were cut off', async () => {
    const { user } = await makeMember(stack.dataSource);
    await makePost(stack.dataSource, user.id, { markdownContent: '#विज्ञान', tags: ['व'] });
    await makePost(stack.dataSource, user.id, { markdownContent: '#விண்', tags: ['வ'] });
    await stack.dataSource.query(`INSERT INTO tags (name, usage_count) VALUES ('व', 1), ('வ', 1)`);
    await stack.dataSource.query(`INSERT INTO bookmarks (user_id, tag) VALUES ($1, 'व'), ($1, 'வ')`, [
      user.id,
    ]);
    await runAll();
    const kept = await stack.dataSource.getRepository(Bookmark).find({ order: { id: 'ASC' } });
    expect(kept.map(({ tag }) => tag)).toEqual(['विज्ञान', 'விண்']);
  });

  it('renames kept tags, and merges two that are one now', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { user: other } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO bookmarks (user_id, tag) VALUES ($1, 'straße'), ($1, 'strasse'), ($1, 'moon'), ($2, 'straße')`,
      [user.id, other.id],
    );
    await runAll();
    const kept = await stack.dataSource.getRepository(Bookmark).find({ order: { id: 'ASC' } });
    expect(kept.map(({ userId, tag }) => [userId, tag])).toEqual([
      [user.id, 'strasse'],
      [user.id, 'moon'],
      [other.id, 'strasse'],
    ]);
  });

  it('leaves an item alone that has changed since it was read', async () => {
    const { user } = await makeMember(stack.dataSource);
    const repository = new DeriveTagsRepository();
    const { id } = await makePost(stack.dataSource, user.id, { tags: ['a'], markdownContent: '#b' });
    const { manager } = stack.dataSource;
    const [row] = await repository.list(manager, 'posts', LEAST_ID, 1);
    await manager.query(`UPDATE posts SET markdown_content = '#c', tags = '{c}' WHERE id = $1`, [id]);
    expect(await repository.store(manager, 'posts', row!, { tags: ['b'], given: [] })).toBeUndefined();
    expect(await stack.dataSource.getRepository(Post).findOneBy({ id })).toMatchObject({ tags: ['c'] });
  });

  it('handles many items in batches', async () => {
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content, tags)
       SELECT $1, 'x', 'x', '#हिन्दी', '{ह}' FROM generate_series(1, 201)`,
      [user.id],
    );
    const positions = await runAll();
    expect(positions.filter((position) => position.startsWith('posts/'))).toHaveLength(2);
    expect(await counts()).toMatchObject({ हिन्दी: 201 });
  });
});
