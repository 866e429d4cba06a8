import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS, MESSAGES, tagsOf } from '@oniverse/contracts';
import { Board, OutboxRow, Post, User } from '@oniverse/data';
import { makeMember, registration, TestStack, uniqueName, until } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';
import { someoneWaits } from '../testing/locks.js';

describe('profiles', () => {
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

  const me = async (sessionId: string) =>
    (
      await backend.api
        .get('/api/auth/me')
        .set(...bearer(sessionId))
        .expect(200)
    ).body;
  const patch = (sessionId: string, body: object) =>
    backend.api
      .patch('/api/users/profile')
      .set(...bearer(sessionId))
      .send(body);
  const page = (username: string, sessionId?: string) => {
    const request = backend.api.get(`/api/users/${username}`);
    return sessionId === undefined ? request : request.set(...bearer(sessionId));
  };
  const claim = (email: string, username: string) =>
    backend.api
      .post('/api/waitlist')
      .send({ email, oni_id: username, source: 'landing' })
      .expect(200, /"ok":true/);
  const problem = (statusCode: number, code: string, message: string) => ({ statusCode, code, message });
  const TAKEN = problem(409, 'username_taken', 'This ONI_ID is already taken.');
  const RESERVED = problem(409, 'username_reserved', 'This ONI_ID is reserved.');

  it('GAP-132 a new name is left for the worker to tell those who see it; what nobody sees there is not', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const left = async () =>
      stack.dataSource.getRepository(OutboxRow).countBy({ topic: 'member:shown', subject: user.id });
    await patch(sessionId, { bio: 'Nebulae.', profileMarkdown: '#moon', isPublic: false }).expect(200);
    expect(await left()).toBe(0);
    await patch(sessionId, { displayName: 'Vesper' }).expect(200);
    expect(await left()).toBe(1);
    await patch(sessionId, { username: uniqueName('new') }).expect(200);
    expect(await left()).toBe(2);
  });

  describe('changed by their member', () => {
    it.each([
      ['API-023', { profileMarkdown: '  # Night\n\n#stargazing\n' }],
      ['API-024', { username: uniqueName('new'), displayName: 'Vesper' }],
      ['API-024 GAP-070', { username: uniqueName('new') }],
      ['API-025', { profileTheme: '90s-computer', profileThemeMode: 'light' }],
      ['SET-019', { profileTheme: '90s-computer' }],
      ['PER-009', { isPublic: false }],
      ['ENT-006', { bio: 'Night shifts.' }],
    ])('API-026 %s %j is saved and leaves the rest as it was', async (_, body) => {
      const { sessionId } = await makeMember(stack.dataSource, { displayName: 'Oni', bio: 'A bio' });
      const before = await me(sessionId);
      const answer = await patch(sessionId, body).expect(200);
      expect(answer.body).toEqual({ ...before, ...body, updatedAt: expect.any(String) });
      expect(Date.parse(answer.body.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
      expect(await me(sessionId)).toEqual(answer.body);
    });

    it('ENT-014 nothing, or what is there already, leaves no trace', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource, { displayName: 'Oni' });
      const before = await me(sessionId);
      const same = {
        username: user.username,
        displayName: ' Oni ',
        bio: null,
        isPublic: true,
        profileMarkdown: before.profileMarkdown,
        profileTheme: 'main-cyberpunk',
        profileThemeMode: 'dark',
      };
      for (const body of [{}, same]) expect((await patch(sessionId, body).expect(200)).body).toEqual(before);
      expect(await stack.dataSource.getRepository(OutboxRow).countBy({ subject: user.id })).toBe(0);
    });

    it('SET-012 GAP-029 texts are trimmed; empty and null clear a display name and a bio', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const set = await patch(sessionId, { displayName: '  Vesper ', bio: ' Hello\n' }).expect(200);
      expect(set.body).toMatchObject({ displayName: 'Vesper', bio: 'Hello' });
      const cleared = await patch(sessionId, { displayName: '   ', bio: null }).expect(200);
      expect(cleared.body).toMatchObject({ displayName: null, bio: null });
    });

    it('API-023 GAP-059 an empty text is stored as empty, and one of the greatest length as it is', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      expect((await patch(sessionId, { profileMarkdown: '' }).expect(200)).body.profileMarkdown).toBe('');
      const longest = '🌒'.repeat(LIMITS.profileMarkdown.max);
      const answer = await patch(sessionId, { profileMarkdown: longest }).expect(200);
      expect(answer.body.profileMarkdown).toBe(longest);
    });

    it('GAP-058 a body of more than 1 MB is 413 and says so, and nothing changes', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const before = await me(sessionId);
      const answer = await patch(sessionId, { profileMarkdown: 'x'.repeat(LIMITS.body) }).expect(413);
      expect(answer.body).toEqual(problem(413, 'payload_too_large', MESSAGES.tooLarge));
      expect(await me(sessionId)).toEqual(before);
    });

    it.each([
      ['API-027', 'username', '  ', 'Oni ID cannot be empty.'],
      ['API-027', 'username', null, 'Oni ID cannot be empty.'],
      ['AUT-032 GAP-069', 'username', 'ab', 'Error: ONI_ID must be at least 3 characters'],
      ['GAP-024', 'username', 'a'.repeat(21), 'Error: ONI_ID must be less than 20 characters'],
      [
        'AUT-034',
        'username',
        'Vesper',
        'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
      ],
      ['GAP-029', 'displayName', 'x'.repeat(51), 'Error: Oni name must be at most 50 characters'],
      ['GAP-029', 'bio', 'x'.repeat(501), 'A bio has at most 500 characters.'],
      ['API-023', 'profileMarkdown', 'x'.repeat(200_001), 'A profile text has at most 200,000 characters.'],
      ['API-023', 'profileMarkdown', null, 'Text is expected here.'],
      ['API-023', 'profileMarkdown', ['text'], 'Text is expected here.'],
      ['API-028', 'profileThemeMode', 'system', 'The mode is light or dark.'],
      ['API-028', 'profileThemeMode', null, 'The mode is light or dark.'],
      ['API-025', 'profileTheme', 'vaporwave', 'There is no such theme.'],
      ['PER-009', 'isPublic', null, 'True or false is expected here.'],
      ['PER-009', 'isPublic', 'false', 'True or false is expected here.'],
      ['SET-010', 'email', 'new@example.org', 'This field is not known here.'],
      ['ENT-008', 'enshinBadge', 'mine', 'This field is not known here.'],
      ['ENT-009', 'userBadges', ['mine'], 'This field is not known here.'],
      ['ENT-010', 'profileImageUrl', '/objects/x', 'This field is not known here.'],
    ])('%s %s of %j is refused, and nothing changes', async (_, field, value, message) => {
      const { sessionId } = await makeMember(stack.dataSource);
      const before = await me(sessionId);
      // The other field shows that a body is taken as a whole or not at all.
      const other = field === 'bio' ? { displayName: 'Other' } : { bio: 'Other' };
      const answer = await patch(sessionId, { ...other, [field]: value }).expect(400);
      expect(answer.body).toEqual({
        ...problem(400, 'validation_failed', message),
        fields: { [field]: message },
      });
      expect(await me(sessionId)).toEqual(before);
    });

    it('API-029 without a session it is 401', async () => {
      const answer = await backend.api.patch('/api/users/profile').send({ bio: 'x' }).expect(401);
      expect(answer.body.code).toBe('unauthorized');
    });
  });

  describe('and their names', () => {
    it('API-027 GAP-069 a taken name is 409, and nothing of that call is saved', async () => {
      const { user } = await makeMember(stack.dataSource);
      const { sessionId } = await makeMember(stack.dataSource);
      const before = await me(sessionId);
      const answer = await patch(sessionId, { bio: 'Hello', username: user.username }).expect(409);
      expect(answer.body).toEqual(TAKEN);
      expect(await me(sessionId)).toEqual(before);
    });

    it('GAP-041 GAP-046 a name of the house and one that is claimed on the waitlist are reserved', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      expect((await patch(sessionId, { username: 'support' }).expect(409)).body).toEqual(RESERVED);
      const claimed = uniqueName();
      await claim('somebody@example.org', claimed);
      expect((await patch(sessionId, { username: claimed }).expect(409)).body).toEqual(RESERVED);
    });

    it("GAP-046 an entry's own address may take the name that it reserved", async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const claimed = uniqueName();
      await claim(user.email, claimed);
      expect((await patch(sessionId, { username: claimed }).expect(200)).body.username).toBe(claimed);
    });

    it('API-027 a name that was given up is free again', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      await patch(sessionId, { username: uniqueName() }).expect(200);
      await backend.api
        .post('/api/auth/register')
        .send(registration({ username: user.username }))
        .expect(201);
      expect((await patch(sessionId, { username: user.username }).expect(409)).body).toEqual(TAKEN);
    });

    it('API-027 of many members who want one name at once, and one who registers with it, one gets it', async () => {
      const username = uniqueName();
      const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(stack.dataSource)));
      const answers = await Promise.all([
        ...members.map(({ sessionId }) => patch(sessionId, { username })),
        backend.api.post('/api/auth/register').send(registration({ username })),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      for (const { status, body } of answers) if (status >= 300) expect(body).toEqual(TAKEN);
      expect(await stack.dataSource.getRepository(User).countBy({ username })).toBe(1);
    });

    it.each([
      [
        'a claim that takes its turn',
        `SELECT pg_advisory_xact_lock(hashtextextended('username:' || $1::text, 0))`,
        `INSERT INTO waitlist_entries (email, oni_id, source) VALUES ($1 || '@example.org', $1, 'landing')`,
        RESERVED,
      ],
      [
        'a member who came past the turn',
        'SELECT $1::text',
        `INSERT INTO users (username, email, password) VALUES ($1, $1 || '@example.org', '!')`,
        TAKEN,
      ],
    ])('API-027 GAP-046 a rename waits for %s under the same name', async (_, turn, take, refusal) => {
      const { sessionId } = await makeMember(stack.dataSource);
      const username = uniqueName();
      const runner = stack.dataSource.createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query(turn, [username]);
        await runner.query(take, [username]);
        const rename = patch(sessionId, { username }).then((answer) => answer);
        await until('the rename to wait', () => someoneWaits(stack.dataSource));
        await runner.commitTransaction();
        expect((await rename).body).toEqual(refusal);
      } finally {
        await runner.release();
      }
      expect((await me(sessionId)).username).not.toBe(username);
    });

    it('API-027 two members cannot swap their names in one moment, and nobody waits for ever', async () => {
      const [one, two] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
      const answers = await Promise.all([
        patch(one.sessionId, { username: two.user.username }),
        patch(two.sessionId, { username: one.user.username }),
      ]);
      for (const { body } of answers) expect(body).toEqual(TAKEN);
    });
  });

  describe('as others see them', () => {
    it('PER-002 ENT-004 anyone sees a public one, in any case of its name, without what is private', async () => {
      const { user } = await makeMember(stack.dataSource, { displayName: 'Vesper', bio: 'Hello' });
      const { sessionId: stranger } = await makeMember(stack.dataSource);
      const expected = {
        id: user.id,
        username: user.username,
        displayName: 'Vesper',
        bio: 'Hello',
        profileMarkdown: user.profileMarkdown,
        userBadges: [],
        profileTheme: 'main-cyberpunk',
        profileThemeMode: 'dark',
        profileImageUrl: null,
        createdAt: user.createdAt.toISOString(),
      };
      expect((await page(user.username).expect(200)).body).toEqual(expected);
      expect((await page(user.username.toUpperCase(), stranger).expect(200)).body).toEqual(expected);
      expect((await page(user.username, 'x'.repeat(43)).expect(200)).body).toEqual(expected);
    });

    it('PER-009 GAP-146 a private one is there for its member alone, from one call to the next', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { sessionId: stranger } = await makeMember(stack.dataSource);
      await patch(sessionId, { isPublic: false }).expect(200);
      const unknown = await page(uniqueName()).expect(404);
      expect(unknown.body).toEqual(problem(404, 'not_found', 'There is no such thing here.'));
      expect((await page(user.username).expect(404)).body).toEqual(unknown.body);
      expect((await page(user.username, stranger).expect(404)).body).toEqual(unknown.body);
      expect((await page(user.username, sessionId).expect(200)).body.username).toBe(user.username);
      await patch(sessionId, { isPublic: true }).expect(200);
      await page(user.username).expect(200);
    });

    it.each(['a', 'no-name', 'x'.repeat(99), '%E2%9C%A8', "'%20OR%201=1", '%25'])(
      'GAP-142 a page named %j is 404',
      async (name) => {
        expect((await page(name).expect(404)).body.code).toBe('not_found');
      },
    );
  });

  describe('and tags', () => {
    /** How often each tag stands on what is shown, counted afresh. */
    const recount = async (): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      const shown: { profile_markdown: string; tags: string[] }[] = await stack.dataSource.query(
        `SELECT u.profile_markdown, array(
           SELECT unnest(tags) FROM posts WHERE user_id = u.id AND is_public AND NOT is_archived
           UNION ALL SELECT unnest(tags) FROM boards WHERE user_id = u.id AND is_public
         ) AS tags FROM users u WHERE u.is_public`,
      );
      for (const { profile_markdown, tags } of shown) {
        for (const tag of [...tagsOf([], profile_markdown), ...tags]) counts[tag] = (counts[tag] ?? 0) + 1;
      }
      return counts;
    };
    const kept = async (): Promise<Record<string, number>> => {
      const rows: { name: string; usage_count: number }[] = await stack.dataSource.query(
        'SELECT name, usage_count FROM tags WHERE usage_count > 0',
      );
      return Object.fromEntries(rows.map(({ name, usage_count }) => [name, usage_count]));
    };
    const work = (subject: string) =>
      stack.dataSource.getRepository(OutboxRow).countBy({ topic: 'member:tags', subject });
    /** A member with a post and a board, which count from the start. */
    const makeTagged = async () => {
      const { user, sessionId } = await makeMember(stack.dataSource, { isPublic: false });
      const userId = user.id;
      await stack.dataSource
        .getRepository(Post)
        .insert({ userId, title: 'x', content: 'x', markdownContent: 'x', tags: ['saturn', 'rings'] });
      await stack.dataSource.getRepository(Board).insert({ userId, name: 'x', tags: ['saturn'] });
      await patch(sessionId, { isPublic: true }).expect(200);
      return { userId, sessionId };
    };

    it('GAP-093 API-023 those of the text are counted, once each, and given back', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      await patch(sessionId, { profileMarkdown: '#Aurora and #aurora, `#code`' }).expect(200);
      expect(await kept()).toMatchObject({ aurora: 1 });
      expect(await kept()).not.toHaveProperty('code');
      expect(await work(user.id)).toBe(1);
      await patch(sessionId, { profileMarkdown: 'More words on #aurora' }).expect(200);
      expect(await kept()).toMatchObject({ aurora: 1 });
      expect(await work(user.id)).toBe(1);
      await patch(sessionId, { profileMarkdown: 'none' }).expect(200);
      expect(await kept()).not.toHaveProperty('aurora');
      expect(await work(user.id)).toBe(2);
    });

    it('GAP-093 only the first 50 of a text count', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const names = Array.from({ length: 60 }, (_, n) => `many${n}`);
      await patch(sessionId, { profileMarkdown: names.map((name) => `#${name}`).join(' ') }).expect(200);
      const counted = Object.keys(await kept()).filter((name) => name.startsWith('many'));
      expect(counted.toSorted()).toEqual(names.slice(0, LIMITS.tagsPerThing).toSorted());
    });

    it('GAP-093 turning private or public with another text in the same call keeps every count right', async () => {
      const { userId, sessionId } = await makeTagged();
      const steps: { body: object; saturn: number | undefined }[] = [
        { body: { profileMarkdown: '#saturn #moon' }, saturn: 3 },
        { body: { isPublic: false, profileMarkdown: '#saturn #mars' }, saturn: undefined },
        { body: { profileMarkdown: '#saturn #pluto' }, saturn: undefined },
        { body: { isPublic: true, profileMarkdown: '#venus' }, saturn: 2 },
        { body: { isPublic: false }, saturn: undefined },
        { body: { isPublic: true }, saturn: 2 },
      ];
      for (const { body, saturn } of steps) {
        const before = await work(userId);
        await patch(sessionId, body).expect(200);
        const counts = await kept();
        expect(counts).toEqual(await recount());
        expect(counts['saturn']).toBe(saturn);
        // While nothing is shown, a text is nobody's business.
        expect(await work(userId)).toBe(before + (body === steps[2]?.body ? 0 : 1));
      }
      await patch(sessionId, { isPublic: false }).expect(200);
    });

    it('GAP-093 the counts are right after many changes of many members at once', async () => {
      const members = await Promise.all(Array.from({ length: 4 }, makeTagged));
      const changes = members.flatMap(({ sessionId }, m) => [
        { sessionId, body: { profileMarkdown: `#saturn #shared${m % 2}`, isPublic: m % 2 === 0 } },
        { sessionId, body: { isPublic: false } },
        { sessionId, body: { profileMarkdown: '#moon #shared0', isPublic: true } },
        { sessionId, body: { profileMarkdown: '#shared0 #moon #shared1' } },
        { sessionId, body: { isPublic: m % 2 === 1, profileMarkdown: '#rings' } },
      ]);
      const answers = await Promise.all(changes.map(({ sessionId, body }) => patch(sessionId, body)));
      expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
      expect(await kept()).toEqual(await recount());
    });
  });
});
