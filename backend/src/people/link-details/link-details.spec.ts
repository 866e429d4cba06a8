import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LINK_DETAILS, litPartsOf, PROFILE_TEXTS } from '@oniverse/contracts';
import { Board, Post, Tag, User } from '@oniverse/data';
import {
  LiveClient,
  makeConnection,
  makeMember,
  makePost,
  makeServer,
  TestStack,
  uniqueName,
} from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makeCarriers } from '../../testing/carriers.js';
import { firstSentence } from './first-sentence.js';

type Member = Awaited<ReturnType<typeof makeMember>>;

describe('the line between two members', () => {
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

  const make = (overrides: Partial<User> = {}) => makeMember(stack.dataSource, overrides);
  const get = (reader: Member, { user }: { user: { username: string } }, what: 'line' | 'card' = 'line') =>
    backend.api.get(`/api/users/${user.username}/${what}`).set(...bearer(reader.sessionId));
  const lineOf = async (reader: Member, other: Member) => (await get(reader, other).expect(200)).body;
  const carry = (members: readonly Member[], ...tags: string[]) =>
    makeCarriers(
      stack.dataSource,
      members.map(({ user }) => user.id),
      tags,
    );
  const write = (author: Member, title: string, tags: string[], overrides: Partial<Post> = {}) =>
    makePost(stack.dataSource, author.user.id, { title, tags, ...overrides });

  it('NXT-040 has the stored strength, and where each shared tag appears on each side', async () => {
    const [you, they] = [
      await make({ profileMarkdown: 'I like #maps.' }),
      await make({ profileMarkdown: '#maps and #walks' }),
    ];
    await carry([you, they], 'maps', 'walks');
    const { createdAt } = await makeConnection(stack.dataSource, you.user, they.user, ['maps', 'walks']);
    for (const n of [1, 2, 3]) await write(you, `Mine ${n}`, ['maps']);
    await stack.dataSource
      .getRepository(Board)
      .save({ userId: they.user.id, name: 'Paper cities', tags: ['maps'] });
    await makeServer(stack.dataSource, { members: [you.user, they.user] });
    const line = await lineOf(you, they);
    expect(line).toMatchObject({
      strength: 2,
      since: createdAt.toISOString(),
      nextTags: [],
      dimensions: [{ id: expect.any(String), name: expect.stringContaining('Server'), isPublic: true }],
      tags: [
        {
          name: 'maps',
          isHub: false,
          yours: {
            isOnProfile: true,
            postCount: 3,
            posts: [{ title: 'Mine 3' }, { title: 'Mine 2' }],
            boards: [],
          },
          theirs: { isOnProfile: true, postCount: 0, boards: [{ name: 'Paper cities' }] },
        },
        { name: 'walks', yours: { isOnProfile: false }, theirs: { isOnProfile: true } },
      ],
    });
    const [mirrored] = (await lineOf(they, you)).tags;
    expect(mirrored).toMatchObject({
      yours: { boards: [{ name: 'Paper cities' }] },
      theirs: { postCount: 3 },
    });
  });

  it('NXT-041 lights one part per shared tag, at most all', () => {
    expect([0, 1, 4, 5, 40].map(litPartsOf)).toEqual([0, 1, 4, LINK_DETAILS.parts, LINK_DETAILS.parts]);
  });

  it('NXT-042 has no strength without a link, and names tags that would draw one', async () => {
    const [you, they] = [await make(), await make()];
    const [hub, one, two] = [uniqueName('hub'), uniqueName('one'), uniqueName('two')];
    await carry([you, they], hub);
    await carry([they], one, two);
    await stack.dataSource.getRepository(Tag).update({ name: hub }, { isHub: true });
    await stack.dataSource.getRepository(Tag).update({ name: two }, { usageCount: 7 });
    expect(await lineOf(you, they)).toMatchObject({
      strength: 0,
      since: null,
      tags: [{ name: hub, isHub: true }],
      nextTags: [two, one],
    });
  });

  it('NXT-043 never takes a private or archived item as a source, on either side', async () => {
    const [you, they] = [await make({ profileMarkdown: '' }), await make({ profileMarkdown: '' })];
    await carry([you, they], 'maps');
    await makeConnection(stack.dataSource, you.user, they.user, ['maps']);
    for (const author of [you, they]) {
      await write(author, 'Hidden', ['maps'], { isPublic: false });
      await write(author, 'Archived', ['maps'], { isArchived: true });
      await stack.dataSource
        .getRepository(Board)
        .save({ userId: author.user.id, name: 'Hidden board', tags: ['maps'], isPublic: false });
    }
    const nothing = {
      isOnProfile: false,
      postCount: 0,
      posts: [],
      pictureCount: 0,
      pictureId: null,
      boards: [],
    };
    expect((await lineOf(you, they)).tags).toEqual([
      { name: 'maps', isHub: false, yours: nothing, theirs: nothing },
    ]);
  });

  it('NXT-044 a private or erased member has neither line nor card, like an unknown one', async () => {
    const [you, hidden, erased] = [await make(), await make({ isPublic: false }), await make()];
    await carry([you, hidden, erased], 'maps');
    await makeConnection(stack.dataSource, you.user, hidden.user, ['maps']);
    await stack.dataSource.getRepository(User).delete({ id: erased.user.id });
    const unknown = { user: { username: 'nobody_here' } };
    for (const what of ['line', 'card'] as const) {
      const answers = await Promise.all([hidden, erased, unknown].map((other) => get(you, other, what)));
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        [1, 2, 3].map(() => [404, 'not_found']),
      );
      await backend.api.get(`/api/users/${you.user.username}/${what}`).expect(401);
    }
    // A private reader has no links, even while the worker has yet to delete them.
    expect(await lineOf(hidden, you)).toMatchObject({ strength: 0, since: null, tags: [] });
    expect((await get(hidden, you, 'card').expect(200)).body).toMatchObject({ strength: 0, sharedTags: [] });
  });

  it('NXT-044 there is no line to oneself', async () => {
    const you = await make();
    await get(you, you).expect(404);
  });

  it('NXT-045 a card has the line in short, one sentence and whether the member is online', async () => {
    const [you, they] = [
      await make(),
      await make({ displayName: 'Juno', bio: 'Tables of tides. And more.' }),
    ];
    await carry([you, they], 'coast', 'dreams');
    await makeConnection(stack.dataSource, you.user, they.user, ['coast', 'dreams']);
    const card = async () => (await get(you, they, 'card').expect(200)).body;
    expect(await card()).toEqual({
      id: they.user.id,
      username: they.user.username,
      displayName: 'Juno',
      profileImageUrl: null,
      isOnline: false,
      strength: 2,
      sharedTags: ['coast', 'dreams'],
      sentence: 'Tables of tides.',
    });
    const client = await LiveClient.connect(backend.url, { sessionId: they.sessionId });
    expect(await card()).toMatchObject({ isOnline: true });
    client.close();
  });

  it('NXT-045 shortens the sentence, and takes it from the profile text below its headings', () => {
    expect(firstSentence(null, '# Hello\n\nI **count** lamps. Often.')).toBe('I count lamps.');
    expect(firstSentence('a'.repeat(PROFILE_TEXTS.bio.max), '')).toHaveLength(141);
    expect(firstSentence(null, '# Only a heading')).toBeNull();
  });
});
