import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TAG_PAGE } from '@oniverse/contracts';
import { Image, Post, Server, StoredObject, Tag, User } from '@oniverse/data';
import { makeConnection, makeMember, makeServer, TestStack, uniqueName } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makeCarriers } from '../../testing/carriers.js';
import { StatementRecorder } from '../../testing/statements.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

describe('tag pages', () => {
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

  const newTag = () => uniqueName('tag');
  const make = (overrides: Partial<User> = {}) => makeMember(stack.dataSource, overrides);
  const get = async (path: string, reader?: Member) => {
    const request = backend.api.get(`/api/tags/${path}`);
    const answer = await (reader ? request.set(...bearer(reader.sessionId)) : request).expect(200);
    return answer.body;
  };
  const carry = (members: readonly Member[], ...tags: string[]) =>
    makeCarriers(
      stack.dataSource,
      members.map(({ user }) => user.id),
      tags,
    );
  const write = (author: Member, tags: string[], overrides: Partial<Post> = {}) =>
    stack.dataSource.getRepository(Post).save({
      userId: author.user.id,
      title: uniqueName('title'),
      content: 'text',
      markdownContent: 'text',
      tags,
      ...overrides,
    });
  const show = async (owner: Member, tags: string[], isPublic = true) => {
    const path = `/objects/${randomUUID()}`;
    await stack.dataSource.getRepository(StoredObject).insert({ path, userId: owner.user.id, state: 'used' });
    return stack.dataSource
      .getRepository(Image)
      .save({ userId: owner.user.id, imageUrl: path, tags, isPublic });
  };
  const titlesOf = (posts: { title: string }[]) => posts.map(({ title }) => title);
  const namesOf = (members: { username: string }[]) => members.map(({ username }) => username);

  it('NXT-010 leads to members, linked ones first, with the lines between them', async () => {
    const tag = newTag();
    const [reader, strong, weak, other] = [await make(), await make(), await make(), await make()];
    await carry([reader, strong, weak, other], tag, 'moths');
    await makeConnection(stack.dataSource, reader.user, strong.user, [tag, 'maps']);
    await makeConnection(stack.dataSource, weak.user, reader.user, [tag]);
    await makeConnection(stack.dataSource, weak.user, strong.user, [tag]);
    const page = await get(tag.toUpperCase(), reader);
    expect(page).toMatchObject({
      name: tag,
      memberCount: 4,
      hasMoreMembers: false,
      isCarried: true,
      isHub: false,
      sharedWith: [strong.user.username, weak.user.username],
      members: [
        { username: strong.user.username, strength: 2, tags: [tag, 'maps'] },
        { username: weak.user.username, strength: 1, tags: [tag] },
        { username: other.user.username, strength: 0, tags: ['moths'] },
      ],
    });
    const { nodes, links }: { nodes: { username: string }[]; links: [number, number][] } = page.cluster;
    expect(namesOf(nodes).toSorted()).toEqual(
      [reader, strong, weak, other].map(({ user }) => user.username).toSorted(),
    );
    expect(nodes[0]).toMatchObject({ username: reader.user.username, isCurrentUser: true });
    expect(links).toHaveLength(3);
    const all = await get(`${tag}/members?limit=3`, reader);
    expect(namesOf(all)).toEqual([other, weak, strong].map(({ user }) => user.username));
    expect(all[2]).toMatchObject({ strength: 2 });
  });

  it('NXT-011 shows visible posts and pictures, newest first, and the tags found with them', async () => {
    const tag = newTag();
    const [reader, author, hidden] = [await make(), await make(), await make({ isPublic: false })];
    const first = await write(author, [tag, 'coast']);
    const second = await write(reader, [tag, 'coast', 'sleep']);
    await write(author, [tag, 'secret'], { isPublic: false });
    await write(author, [tag, 'secret'], { isArchived: true });
    await write(hidden, [tag, 'secret']);
    const picture = await show(author, [tag]);
    await show(author, [tag], false);
    await show(hidden, [tag]);
    expect(titlesOf(await get(`${tag}/posts`, reader))).toEqual([second.title, first.title]);
    const page = await get(tag, reader);
    expect(page.pictures).toMatchObject([
      { image: { id: picture.id }, author: { username: author.user.username } },
    ]);
    expect(await get(`${tag}/pictures`, reader)).toEqual(page.pictures);
    expect(page.together).toEqual(['coast', 'sleep']);
  });

  it('NXT-011 follows changes of tags and visibility, and deletions', async () => {
    const tag = newTag();
    const reader = await make();
    const author = await make();
    const post = await write(author, ['other']);
    const posts = stack.dataSource.getRepository(Post);
    const titles = async () => titlesOf(await get(`${tag}/posts`, reader));
    expect(await titles()).toEqual([]);
    await posts.update({ id: post.id }, { tags: [tag] });
    expect(await titles()).toEqual([post.title]);
    await posts.update({ id: post.id }, { isArchived: true });
    expect(await titles()).toEqual([]);
    await posts.update({ id: post.id }, { isArchived: false });
    expect(await titles()).toEqual([post.title]);
    await stack.dataSource.getRepository(User).delete({ id: author.user.id });
    expect(await titles()).toEqual([]);
    expect(await stack.dataSource.query('SELECT FROM tagged_items WHERE tag = $1', [tag])).toEqual([]);
  });

  it('NXT-012 shows public dimensions whose texts have the tag as a word', async () => {
    const tag = newTag();
    const reader = await make();
    const rename = async (isPublic: boolean, fields: Partial<Server>, members: User[] = []) => {
      const { server } = await makeServer(stack.dataSource, { isPublic, members });
      await stack.dataSource.getRepository(Server).update({ id: server.id }, fields);
      return server.id;
    };
    const named = await rename(true, { name: `The ${tag.toUpperCase()}, at night` }, [reader.user]);
    const described = await rename(true, { description: `All about #${tag}` });
    await rename(true, { name: `un${tag}s` });
    await rename(false, { name: tag }, [reader.user]);
    expect((await get(tag, reader)).dimensions).toMatchObject([
      { id: named, channelCount: 1, memberCount: 2, isMember: true },
      { id: described, isMember: false },
    ]);
    expect((await get(tag)).dimensions).toEqual([]);
  });

  it('NXT-013 shows visitors only members who opted in, without links and counts', async () => {
    const tag = newTag();
    const open = await make({ isVisibleToVisitors: true });
    const closed = await make();
    const secret = await make({ isPublic: false, isVisibleToVisitors: true });
    await carry([open, closed], tag);
    await makeConnection(stack.dataSource, open.user, closed.user, [tag]);
    const shown = await write(open, [tag, 'coast']);
    const picture = await show(open, [tag]);
    for (const author of [closed, secret]) {
      await write(author, [tag, 'hush']);
      await show(author, [tag]);
    }
    expect(await get(tag)).toMatchObject({
      memberCount: null,
      hasMoreMembers: false,
      isCarried: false,
      sharedWith: [],
      members: [{ username: open.user.username, strength: 0 }],
      cluster: { nodes: [{ username: open.user.username }], links: [] },
      pictures: [{ image: { id: picture.id } }],
      together: ['coast'],
    });
    expect(titlesOf(await get(`${tag}/posts`))).toEqual([shown.title]);
    expect(await get(`${tag}/posts?cursor=${shown.id}`)).toEqual([]);
    await backend.api.get(`/api/tags/${tag}/members`).expect(401);
    await backend.api.get(`/api/tags/${tag}/pictures`).expect(401);
  });

  it('NXT-014 leaves out private and erased members before the worker derived them', async () => {
    const tag = newTag();
    const [reader, turned] = [await make(), await make()];
    await carry([reader, turned], tag);
    await makeConnection(stack.dataSource, reader.user, turned.user, [tag]);
    await stack.dataSource.getRepository(User).update({ id: turned.user.id }, { isPublic: false });
    const page = await get(tag, reader);
    expect(page).toMatchObject({ memberCount: 1, sharedWith: [], members: [] });
    expect(page.cluster.nodes).toHaveLength(1);
    expect(JSON.stringify(await get(`${tag}/members`, reader))).not.toContain(turned.user.username);
    // To the member who became private, the links are gone too.
    expect(await get(tag, turned)).toMatchObject({
      isCarried: false,
      sharedWith: [],
      cluster: { links: [] },
    });
  });

  it('NXT-014 names no member and no tag that was hidden before the worker derived it', async () => {
    const [tag, secret] = [newTag(), newTag()];
    const [reader, linked, author] = [await make(), await make(), await make({ isVisibleToVisitors: true })];
    const publish = async ({ sessionId }: Member, tags: string[]): Promise<string> => {
      const { body } = await backend.api
        .post('/api/posts')
        .set(...bearer(sessionId))
        .send({ title: 'One', content: 'a', tags })
        .expect(201);
      return body.id;
    };
    const hide = ({ sessionId }: Member, id: string) =>
      backend.api
        .patch(`/api/posts/${id}`)
        .set(...bearer(sessionId))
        .send({ isPublic: false })
        .expect(200);
    const posts = [await publish(linked, [tag]), await publish(author, [tag])] as const;
    const others = [await publish(linked, [secret]), await publish(author, [secret])] as const;
    await carry([linked, author], tag, secret);
    await makeConnection(stack.dataSource, reader.user, linked.user, [tag, secret]);
    const namedOn = async () => {
      const page = await get(tag, reader);
      expect(page.sharedWith).toEqual(namesOf(page.members.slice(0, page.sharedWith.length)));
      expect(await get(`${tag}/members?limit=1`, reader)).toEqual(
        page.members.filter(({ id }: { id: string }) => id === author.user.id),
      );
      return page.members.map(({ username, tags }: { username: string; tags: string[] }) => [username, tags]);
    };
    expect(await namedOn()).toEqual([
      [linked.user.username, [tag, secret]],
      [author.user.username, [secret]],
    ]);
    await hide(linked, others[0]);
    await hide(author, others[1]);
    expect(await namedOn()).toEqual([
      [linked.user.username, [tag]],
      [author.user.username, []],
    ]);
    expect(namesOf((await get(tag)).members)).toEqual([author.user.username]);
    await hide(linked, posts[0]);
    await hide(author, posts[1]);
    expect(await namedOn()).toEqual([]);
    expect((await get(tag, reader)).cluster.nodes).toEqual([]);
    expect(await get(tag)).toMatchObject({ members: [], cluster: { nodes: [] } });
  });

  it('NXT-014 a tag that only private content has looks like an unknown one', async () => {
    const tag = newTag();
    const [reader, author] = [await make(), await make()];
    await write(author, [tag], { isPublic: false });
    await stack.dataSource.getRepository(Tag).save({ name: tag, usageCount: 0 });
    const unknown = newTag();
    const read = async (name: string, who?: Member) => ({ ...(await get(name, who)), name: '' });
    expect(await read(tag, reader)).toEqual(await read(unknown, reader));
    expect(await read(tag)).toEqual(await read(unknown));
    expect(await read(tag, reader)).toMatchObject({
      memberCount: 0,
      members: [],
      pictures: [],
      together: [],
    });
    await backend.api.get(`/api/tags/${encodeURIComponent('not a tag')}`).expect(404);
  });

  it('NXT-014 a tag that only private content has costs the same statements as an unknown one', async () => {
    const tag = newTag();
    const { sessionId } = await make();
    await stack.dataSource.getRepository(Tag).save({ name: tag, usageCount: 0 });
    const recorder = new StatementRecorder(backend.app);
    const costOf = async (name: string) => {
      const calls = [
        await recorder.get(`/tags/${name}`, sessionId),
        await recorder.get(`/tags/${name}/members`, sessionId),
        await recorder.getAsVisitor(`/api/tags/${name}`),
      ];
      return calls.map(({ statements }) => statements.map(({ sql }) => sql).toSorted());
    };
    const cost = await costOf(tag);
    expect(cost.every((statements) => statements.length > 1)).toBe(true);
    expect(await costOf(newTag())).toEqual(cost);
  });

  it('NXT-015 counts members up to a bound, above which it says that there are more', async () => {
    const tag = newTag();
    const reader = await make();
    const rows: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO users (username, email, password)
       SELECT left($1 || n, 20), $1 || n || '@example.org', '!' FROM generate_series(1, $2::integer) n RETURNING id`,
      [newTag(), TAG_PAGE.countedMembers],
    );
    const ids = rows.map(({ id }) => id);
    await makeCarriers(stack.dataSource, ids, [tag]);
    expect(await get(tag, reader)).toMatchObject({
      memberCount: TAG_PAGE.countedMembers,
      hasMoreMembers: false,
    });
    await carry([reader], tag);
    await stack.dataSource.getRepository(Tag).update({ name: tag }, { isHub: true });
    expect(await get(tag, reader)).toMatchObject({
      memberCount: TAG_PAGE.countedMembers,
      hasMoreMembers: true,
      isHub: true,
    });
  });
});
