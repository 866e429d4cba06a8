import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Board,
  Capsule,
  Image,
  OutboxRow,
  Post,
  ProfileArchive,
  StoredObject,
  Tag,
  User,
} from '@oniverse/data';
import { combineTags } from '@oniverse/markdown';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { MemberChanges } from '../../shared/changes/member-changes.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('tags and their counts', () => {
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

  const list = async (sessionId: string): Promise<{ id: string; name: string; usageCount: number }[]> => {
    const { body } = await backend.api
      .get('/api/tags')
      .set(...bearer(sessionId))
      .expect(200);
    return body;
  };
  const counts = async (sessionId: string): Promise<Record<string, number>> =>
    Object.fromEntries((await list(sessionId)).map(({ name, usageCount }) => [name, usageCount]));
  const post = async (sessionId: string, tags: string[], values: object = {}): Promise<string> => {
    const { body } = await backend.api
      .post('/api/posts')
      .set(...bearer(sessionId))
      .send({ title: 'One', content: 'a', tags, ...values })
      .expect(201);
    return body.id;
  };
  const update = (sessionId: string, id: string, body: object) =>
    backend.api
      .patch(`/api/posts/${id}`)
      .set(...bearer(sessionId))
      .send(body);
  const remove = (sessionId: string, id: string) =>
    backend.api.delete(`/api/posts/${id}`).set(...bearer(sessionId));
  const makeRow = async (name: string, usageCount: number): Promise<Tag> =>
    stack.dataSource.getRepository(Tag).save({ name, usageCount });
  const addImage = async (userId: string, tags: string[], isPublic: boolean): Promise<void> => {
    const path = `/objects/${uniqueName()}`;
    await stack.dataSource.getRepository(StoredObject).insert({ path, userId, state: 'used' });
    await stack.dataSource.getRepository(Image).insert({ userId, imageUrl: path, tags, isPublic });
  };
  /** Counts every public use from the source rows. */
  const recount = async (): Promise<Record<string, number>> => {
    const users = await stack.dataSource.getRepository(User).findBy({ isPublic: true });
    const shown = new Set(users.map(({ id }) => id));
    const posts = await stack.dataSource.getRepository(Post).findBy({ isPublic: true, isArchived: false });
    const uses = new Map<string, number>();
    for (const tags of [
      ...posts.filter(({ userId }) => shown.has(userId)).map((row) => row.tags),
      ...users.map(({ profileMarkdown }) => combineTags([], profileMarkdown)),
    ]) {
      for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
    }
    const rows = await stack.dataSource.getRepository(Tag).find();
    return Object.fromEntries(rows.map(({ name }) => [name, uses.get(name) ?? 0]));
  };
  const stored = async (): Promise<Record<string, number>> => {
    const rows = await stack.dataSource.getRepository(Tag).find();
    return Object.fromEntries(rows.map(({ name, usageCount }) => [name, usageCount]));
  };
  const clear = async () => {
    await stack.dataSource.getRepository(Post).deleteAll();
    await stack.dataSource.getRepository(Tag).deleteAll();
  };

  it('API-037 PER-003 require a session', async () => {
    const { body } = await backend.api.get('/api/tags').expect(401);
    expect(body.code).toBe('unauthorized');
  });

  it('API-037 ENT-031..034 GAP-093 are listed by name, with id and count', async () => {
    await clear();
    const { sessionId } = await makeMember(stack.dataSource);
    expect(await list(sessionId)).toEqual([]);
    await post(sessionId, ['saturn', 'mars']);
    await post(sessionId, ['saturn', 'äther']);
    const rows = await stack.dataSource.getRepository(Tag).find();
    expect(await list(sessionId)).toEqual([
      { id: rows.find(({ name }) => name === 'mars')?.id, name: 'mars', usageCount: 1 },
      { id: UUID, name: 'saturn', usageCount: 2 },
      { id: UUID, name: 'äther', usageCount: 1 },
    ]);
  });

  it('API-037 GAP-094 include those of the member’s private entities, and none of others', async () => {
    await clear();
    const { user, sessionId } = await makeMember(stack.dataSource, {
      profileMarkdown: '# Shrine\n#profile #both',
    });
    const { user: other, sessionId: ofOther } = await makeMember(stack.dataSource);
    const text = { content: 'a', markdownContent: 'a' };
    await stack.dataSource.getRepository(Post).insert([
      { ...text, userId: user.id, title: 'One', tags: ['post', 'both'] },
      { ...text, userId: user.id, title: 'Two', tags: ['private'], isPublic: false },
      { ...text, userId: user.id, title: 'Three', tags: ['archived'], isArchived: true },
      { ...text, userId: other.id, title: 'Four', tags: ['foreign'] },
    ]);
    await addImage(user.id, ['image'], true);
    await addImage(user.id, ['hidden-image'], false);
    await addImage(other.id, ['foreign', 'image'], false);
    await stack.dataSource.getRepository(Board).insert([
      { userId: user.id, name: 'One', tags: ['board'] },
      { userId: user.id, name: 'Two', tags: ['hidden-board', 'both'], isPublic: false },
    ]);
    await stack.dataSource.getRepository(Capsule).insert([
      { userId: user.id, name: 'One', tags: ['capsule', 'both'] },
      { userId: other.id, name: 'Two', tags: ['foreign', 'capsule'] },
    ]);
    await stack.dataSource
      .getRepository(ProfileArchive)
      .insert({ userId: user.id, title: 'One', markdownContent: '', tags: ['archive'] });
    for (const name of ['post', 'image', 'board', 'profile', 'foreign']) await makeRow(name, 1);
    await makeRow('both', 2);
    for (const name of [
      'private',
      'archived',
      'hidden-image',
      'hidden-board',
      'capsule',
      'archive',
      'unused',
    ]) {
      await makeRow(name, 0);
    }
    expect(await counts(sessionId)).toEqual({
      archive: 1,
      archived: 1,
      board: 1,
      // A public post and the profile text, plus the member's own hidden board and capsule.
      both: 4,
      capsule: 1,
      'hidden-board': 1,
      'hidden-image': 1,
      image: 1,
      post: 1,
      private: 1,
      profile: 1,
    });
    expect(await counts(ofOther)).toEqual({ capsule: 1, foreign: 3, image: 2 });
  });

  it('GAP-094 count private uses only for their member', async () => {
    await clear();
    const { sessionId: one } = await makeMember(stack.dataSource);
    const { sessionId: two } = await makeMember(stack.dataSource);
    const { sessionId: hidden } = await makeMember(stack.dataSource, { isPublic: false });
    await post(one, ['saturn']);
    await post(two, ['saturn'], { isPublic: false });
    const archived = await post(two, ['saturn', 'secret']);
    await update(two, archived, { isArchived: true }).expect(200);
    await post(hidden, ['saturn']);
    await post(hidden, ['saturn'], { isPublic: false });
    expect(await counts(one)).toEqual({ saturn: 1 });
    expect(await counts(two)).toEqual({ saturn: 3, secret: 1 });
    expect(await counts(hidden)).toEqual({ saturn: 3 });
    expect(await stored()).toEqual({ saturn: 1, secret: 0 });
  });

  it('GAP-093 change with every way of showing or hiding a post', async () => {
    await clear();
    const { sessionId } = await makeMember(stack.dataSource);
    const id = await post(sessionId, ['saturn'], { content: '#moon' });
    expect(await stored()).toEqual({ moon: 1, saturn: 1 });
    await update(sessionId, id, { isPublic: false }).expect(200);
    expect(await stored()).toEqual({ moon: 0, saturn: 0 });
    await update(sessionId, id, { isArchived: true }).expect(200);
    await update(sessionId, id, { isPublic: true }).expect(200);
    expect(await stored()).toEqual({ moon: 0, saturn: 0 });
    await update(sessionId, id, { isArchived: false }).expect(200);
    expect(await stored()).toEqual({ moon: 1, saturn: 1 });
    await update(sessionId, id, { markdownContent: '#mars' }).expect(200);
    expect(await stored()).toEqual({ mars: 1, moon: 0, saturn: 1 });
    await update(sessionId, id, { tags: ['mars', 'venus'] }).expect(200);
    expect(await stored()).toEqual({ mars: 1, moon: 0, saturn: 0, venus: 1 });
    await remove(sessionId, id).expect(200);
    expect(await stored()).toEqual({ mars: 0, moon: 0, saturn: 0, venus: 0 });
    expect(await list(sessionId)).toEqual([]);
  });

  it('GAP-093 enqueue work only when public tags change', async () => {
    await clear();
    const { user, sessionId } = await makeMember(stack.dataSource);
    const outbox = stack.dataSource.getRepository(OutboxRow);
    const countEnqueued = async (): Promise<number> => {
      const { affected } = await outbox.delete({ subject: user.id, topic: 'derive-member' });
      return affected ?? 0;
    };
    const id = await post(sessionId, ['saturn']);
    expect(await countEnqueued()).toBe(1);
    await update(sessionId, id, { title: 'Two' }).expect(200);
    await post(sessionId, ['saturn'], { isPublic: false });
    await post(sessionId, []);
    expect(await countEnqueued()).toBe(0);
    await update(sessionId, id, { tags: ['mars'] }).expect(200);
    expect(await countEnqueued()).toBe(1);
    await remove(sessionId, id).expect(200);
    expect(await countEnqueued()).toBe(1);
  });

  it('GAP-093 do not change when an update is rejected', async () => {
    await clear();
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: nonOwner } = await makeMember(stack.dataSource);
    const id = await post(sessionId, ['saturn']);
    await update(nonOwner, id, { tags: ['mars'] }).expect(403);
    await remove(nonOwner, id).expect(403);
    expect(await stored()).toEqual({ saturn: 1 });
  });

  it('GAP-093 stay correct without deadlock when members change shared tags in different orders', async () => {
    await clear();
    const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(stack.dataSource)));
    const tags = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `tag-${letter}`);
    const rotated = (by: number): string[] => {
      const from = by % tags.length;
      const rotation = [...tags.slice(from), ...tags.slice(0, from)];
      return by % 2 === 0 ? rotation : rotation.toReversed();
    };
    const ids = await Promise.all(
      members.flatMap(({ sessionId }, m) =>
        Array.from({ length: 5 }, async (_, n) => ({
          sessionId,
          id: await post(sessionId, rotated(m + n).slice(0, 4)),
        })),
      ),
    );
    expect(await stored()).toEqual(await recount());
    const answers = await Promise.all(
      ids.flatMap(({ sessionId, id }, n) => [
        update(sessionId, id, {
          tags: rotated(n + 1).slice(0, 3),
          markdownContent: `#${rotated(n)[5] ?? ''}`,
        }),
        update(sessionId, id, { isPublic: n % 3 !== 0 }),
        ...(n % 5 === 0 ? [remove(sessionId, id)] : []),
        post(sessionId, rotated(n + 2)).then(() => ({ status: 201 })),
      ]),
    );
    // An update may come after the deletion of its post.
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual(
      [],
    );
    const after = await stored();
    expect(after).toEqual(await recount());
    expect(Object.keys(after).toSorted()).toEqual(tags);
  });

  it('GAP-093 equal a recount after many changes of every kind', async () => {
    await clear();
    const members = await Promise.all(
      [true, true, false].map((isPublic) => makeMember(stack.dataSource, { isPublic })),
    );
    const changes = backend.app.get(MemberChanges);
    const names = ['sun', 'moon', 'mars', 'venus', 'io'];
    // Reproducible pseudorandom numbers.
    let state = 7;
    const next = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const randomTags = (): string[] => names.filter(() => next(2) === 0);
    const owned: { sessionId: string; id: string }[] = [];
    for (let step = 0; step < 120; step += 1) {
      const member = members[next(members.length)];
      const ownedPost = owned[next(Math.max(owned.length, 1))];
      const kind = next(7);
      if (kind === 6 && member) {
        await changes.runChange(member.user.id, async (memberChange) => {
          const isPublic = next(2) === 0;
          await memberChange.setPublic(isPublic);
          await memberChange.manager.update(User, member.user.id, { isPublic });
        });
      } else if ((kind < 2 || !ownedPost) && member) {
        const { sessionId } = member;
        const content = `text #${names[next(names.length)] ?? ''}`;
        owned.push({
          sessionId,
          id: await post(sessionId, randomTags(), { content, isPublic: next(3) > 0 }),
        });
      } else if (ownedPost && kind === 2) {
        await update(ownedPost.sessionId, ownedPost.id, { tags: randomTags() }).expect(200);
      } else if (ownedPost && kind === 3) {
        const text = `#${names[next(names.length)] ?? ''} #${names[next(names.length)] ?? ''}`;
        await update(ownedPost.sessionId, ownedPost.id, { markdownContent: text }).expect(200);
      } else if (ownedPost && kind === 4) {
        await update(ownedPost.sessionId, ownedPost.id, {
          isPublic: next(2) === 0,
          isArchived: next(3) === 0,
        }).expect(200);
      } else if (ownedPost) {
        await remove(ownedPost.sessionId, ownedPost.id).expect(200);
        owned.splice(owned.indexOf(ownedPost), 1);
      }
      if (step % 20 === 19) expect(await stored()).toEqual(await recount());
    }
    expect(owned.length).toBeGreaterThan(5);
  });
});
