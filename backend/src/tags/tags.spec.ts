import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tagsOf } from '@oniverse/contracts';
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
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { MemberChanges } from '../changes/member-changes.js';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('tags, and how often they are used', () => {
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
  const change = (sessionId: string, id: string, body: object) =>
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
  /** What the counts must be: every public use there is, counted anew. */
  const recount = async (): Promise<Record<string, number>> => {
    const users = await stack.dataSource.getRepository(User).findBy({ isPublic: true });
    const shown = new Set(users.map(({ id }) => id));
    const posts = await stack.dataSource.getRepository(Post).findBy({ isPublic: true, isArchived: false });
    const uses = new Map<string, number>();
    for (const tags of [
      ...posts.filter(({ userId }) => shown.has(userId)).map((row) => row.tags),
      ...users.map(({ profileMarkdown }) => tagsOf([], profileMarkdown)),
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

  it('API-037 PER-003 without a session it is 401', async () => {
    const { body } = await backend.api.get('/api/tags').expect(401);
    expect(body.code).toBe('unauthorized');
  });

  it('API-037 ENT-031..034 GAP-093 a tag comes with its id, its name and its count, by name', async () => {
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

  it('API-037 GAP-094 the tags are those of all that one has, shown or not, and of nobody else', async () => {
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
      // A public post and the profile's text; a hidden board and a capsule of one's own.
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

  it('GAP-094 what others do not show is in nobody’s number but their own', async () => {
    await clear();
    const { sessionId: one } = await makeMember(stack.dataSource);
    const { sessionId: two } = await makeMember(stack.dataSource);
    const { sessionId: hidden } = await makeMember(stack.dataSource, { isPublic: false });
    await post(one, ['saturn']);
    await post(two, ['saturn'], { isPublic: false });
    const archived = await post(two, ['saturn', 'secret']);
    await change(two, archived, { isArchived: true }).expect(200);
    await post(hidden, ['saturn']);
    await post(hidden, ['saturn'], { isPublic: false });
    expect(await counts(one)).toEqual({ saturn: 1 });
    expect(await counts(two)).toEqual({ saturn: 3, secret: 1 });
    expect(await counts(hidden)).toEqual({ saturn: 3 });
    expect(await stored()).toEqual({ saturn: 1, secret: 0 });
  });

  it('GAP-093 each way of showing and hiding a post raises and lowers the count', async () => {
    await clear();
    const { sessionId } = await makeMember(stack.dataSource);
    const id = await post(sessionId, ['saturn'], { content: '#moon' });
    expect(await stored()).toEqual({ moon: 1, saturn: 1 });
    await change(sessionId, id, { isPublic: false }).expect(200);
    expect(await stored()).toEqual({ moon: 0, saturn: 0 });
    await change(sessionId, id, { isArchived: true }).expect(200);
    await change(sessionId, id, { isPublic: true }).expect(200);
    expect(await stored()).toEqual({ moon: 0, saturn: 0 });
    await change(sessionId, id, { isArchived: false }).expect(200);
    expect(await stored()).toEqual({ moon: 1, saturn: 1 });
    await change(sessionId, id, { markdownContent: '#mars' }).expect(200);
    expect(await stored()).toEqual({ mars: 1, moon: 0, saturn: 1 });
    await change(sessionId, id, { tags: ['mars', 'venus'] }).expect(200);
    expect(await stored()).toEqual({ mars: 1, moon: 0, saturn: 0, venus: 1 });
    await remove(sessionId, id).expect(200);
    expect(await stored()).toEqual({ mars: 0, moon: 0, saturn: 0, venus: 0 });
    expect(await list(sessionId)).toEqual([]);
  });

  it('GAP-093 the worker is told of a change of what is shown, and of nothing else', async () => {
    await clear();
    const { user, sessionId } = await makeMember(stack.dataSource);
    const outbox = stack.dataSource.getRepository(OutboxRow);
    const told = async (): Promise<number> => {
      const { affected } = await outbox.delete({ subject: user.id, topic: 'member:tags' });
      return affected ?? 0;
    };
    const id = await post(sessionId, ['saturn']);
    expect(await told()).toBe(1);
    await change(sessionId, id, { title: 'Two' }).expect(200);
    await post(sessionId, ['saturn'], { isPublic: false });
    await post(sessionId, []);
    expect(await told()).toBe(0);
    await change(sessionId, id, { tags: ['mars'] }).expect(200);
    expect(await told()).toBe(1);
    await remove(sessionId, id).expect(200);
    expect(await told()).toBe(1);
  });

  it('GAP-093 a refused change leaves the counts as they were', async () => {
    await clear();
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const id = await post(sessionId, ['saturn']);
    await change(stranger, id, { tags: ['mars'] }).expect(403);
    await remove(stranger, id).expect(403);
    expect(await stored()).toEqual({ saturn: 1 });
  });

  it('GAP-093 members who share tags in any order change them at once: none waits for ever, and the counts are right', async () => {
    await clear();
    const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(stack.dataSource)));
    const tags = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `tag-${letter}`);
    const turned = (by: number): string[] => {
      const from = by % tags.length;
      const round = [...tags.slice(from), ...tags.slice(0, from)];
      return by % 2 === 0 ? round : round.toReversed();
    };
    const ids = await Promise.all(
      members.flatMap(({ sessionId }, m) =>
        Array.from({ length: 5 }, async (_, n) => ({
          sessionId,
          id: await post(sessionId, turned(m + n).slice(0, 4)),
        })),
      ),
    );
    expect(await stored()).toEqual(await recount());
    const answers = await Promise.all(
      ids.flatMap(({ sessionId, id }, n) => [
        change(sessionId, id, { tags: turned(n + 1).slice(0, 3), markdownContent: `#${turned(n)[5] ?? ''}` }),
        change(sessionId, id, { isPublic: n % 3 !== 0 }),
        ...(n % 5 === 0 ? [remove(sessionId, id)] : []),
        post(sessionId, turned(n + 2)).then(() => ({ status: 201 })),
      ]),
    );
    // A change may come after the removal of its post.
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual(
      [],
    );
    const after = await stored();
    expect(after).toEqual(await recount());
    expect(Object.keys(after).toSorted()).toEqual(tags);
  });

  it('GAP-093 after many changes of every kind the counts are what a recount says', async () => {
    await clear();
    const members = await Promise.all(
      [true, true, false].map((isPublic) => makeMember(stack.dataSource, { isPublic })),
    );
    const changes = backend.app.get(MemberChanges);
    const names = ['sun', 'moon', 'mars', 'venus', 'io'];
    // A row of numbers that looks like chance and is the same each time.
    let state = 7;
    const next = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const some = (): string[] => names.filter(() => next(2) === 0);
    const owned: { sessionId: string; id: string }[] = [];
    for (let step = 0; step < 120; step += 1) {
      const member = members[next(members.length)];
      const thing = owned[next(Math.max(owned.length, 1))];
      const kind = next(7);
      if (kind === 6 && member) {
        await changes.run(member.user.id, async (turning) => {
          const isPublic = next(2) === 0;
          await turning.turn(isPublic);
          await turning.manager.update(User, member.user.id, { isPublic });
        });
      } else if ((kind < 2 || !thing) && member) {
        const { sessionId } = member;
        const content = `text #${names[next(names.length)] ?? ''}`;
        owned.push({ sessionId, id: await post(sessionId, some(), { content, isPublic: next(3) > 0 }) });
      } else if (thing && kind === 2) {
        await change(thing.sessionId, thing.id, { tags: some() }).expect(200);
      } else if (thing && kind === 3) {
        const text = `#${names[next(names.length)] ?? ''} #${names[next(names.length)] ?? ''}`;
        await change(thing.sessionId, thing.id, { markdownContent: text }).expect(200);
      } else if (thing && kind === 4) {
        await change(thing.sessionId, thing.id, {
          isPublic: next(2) === 0,
          isArchived: next(3) === 0,
        }).expect(200);
      } else if (thing) {
        await remove(thing.sessionId, thing.id).expect(200);
        owned.splice(owned.indexOf(thing), 1);
      }
      if (step % 20 === 19) expect(await stored()).toEqual(await recount());
    }
    expect(owned.length).toBeGreaterThan(5);
  });
});
