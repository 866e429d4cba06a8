import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  ACCOUNT_MESSAGES,
  FORMER_USERNAMES,
  LIMITS,
  MESSAGES,
  type Phrase,
  REQUEST_BYTES,
} from '@oniverse/contracts';
import { Board, OutboxRow, Post, User } from '@oniverse/data';
import { combineTags } from '@oniverse/markdown';
import { GOOD_PASSWORD, makeMember, registration, TestStack, uniqueName, waitUntil } from '@oniverse/testing';
import { PasswordsService } from '../../account/passwords/passwords.service.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { hasLockWaiter } from '../../testing/locks.js';

const LINK_PROBLEM = 'An address starts with https:// and can have up to 200 characters.';

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

  const getCurrentUser = async (sessionId: string) =>
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
  const claim = (email: string, username: string, accessKey?: string) =>
    backend.api
      .post('/api/waitlist')
      .send({ email, oni_id: username, access_key: accessKey, source: 'landing' })
      .expect(200, /"ok":true/);
  const problem = (statusCode: number, code: string, phrase: Phrase) => ({ statusCode, code, ...phrase });
  const TAKEN = problem(409, 'username_taken', ACCOUNT_MESSAGES.usernameTaken);
  const RESERVED = problem(409, 'username_reserved', ACCOUNT_MESSAGES.usernameReserved);

  it('GAP-132 a new name enqueues an update for its visible appearances, and other changes do not', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const outboxTopics = async () =>
      stack.dataSource.getRepository(OutboxRow).countBy({ topic: 'announce-member', subject: user.id });
    await patch(sessionId, { bio: 'Nebulae.', profileMarkdown: '#moon', isPublic: false }).expect(200);
    expect(await outboxTopics()).toBe(0);
    await patch(sessionId, { displayName: 'Vesper' }).expect(200);
    expect(await outboxTopics()).toBe(1);
    await patch(sessionId, { username: uniqueName('new') }).expect(200);
    expect(await outboxTopics()).toBe(2);
  });

  describe('updates by the member', () => {
    it.each([
      ['API-023', { profileMarkdown: '  # Night\n\n#stargazing\n' }],
      ['API-024', { username: uniqueName('new'), displayName: 'Vesper' }],
      ['API-024 GAP-070', { username: uniqueName('new') }],
      ['API-025', { profileTheme: '90s-computer', profileThemeMode: 'light' }],
      ['SET-019', { profileTheme: '90s-computer' }],
      ['PER-009', { isPublic: false }],
      ['NXT-100', { isVisibleToVisitors: true }],
      ['NXT-110', { hasFeed: false }],
      ['TLK-320', { showsLinkPreviews: false }],
      ['NXT-111', { profileLinks: ['https://vesper.example', 'https://notes.example/@v?x#y'] }],
      ['ENT-006', { bio: 'Night shifts.' }],
    ])('API-026 %s %j is stored and leaves other fields unchanged', async (_, body) => {
      const { sessionId } = await makeMember(stack.dataSource, { displayName: 'Oni', bio: 'A bio' });
      const before = await getCurrentUser(sessionId);
      const answer = await patch(sessionId, body).expect(200);
      expect(answer.body).toEqual({ ...before, ...body, updatedAt: expect.any(String) });
      expect(Date.parse(answer.body.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
      expect(await getCurrentUser(sessionId)).toEqual(answer.body);
    });

    it('ENT-014 an empty or identical update changes nothing', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource, { displayName: 'Oni' });
      const before = await getCurrentUser(sessionId);
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

    it('SET-012 GAP-029 trims texts, and clears a display name or bio with empty or null', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const set = await patch(sessionId, { displayName: '  Vesper ', bio: ' Hello\n' }).expect(200);
      expect(set.body).toMatchObject({ displayName: 'Vesper', bio: 'Hello' });
      const cleared = await patch(sessionId, { displayName: '   ', bio: null }).expect(200);
      expect(cleared.body).toMatchObject({ displayName: null, bio: null });
    });

    it('API-023 GAP-059 stores an empty text as empty, and one of maximum length unchanged', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      expect((await patch(sessionId, { profileMarkdown: '' }).expect(200)).body.profileMarkdown).toBe('');
      const longest = '🌒'.repeat(LIMITS.profileMarkdown.max);
      const answer = await patch(sessionId, { profileMarkdown: longest }).expect(200);
      expect(answer.body.profileMarkdown).toBe(longest);
    });

    it('GAP-058 a body above 1 MB gets 413 and changes nothing', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const before = await getCurrentUser(sessionId);
      const answer = await patch(sessionId, { profileMarkdown: 'x'.repeat(REQUEST_BYTES.members) }).expect(
        413,
      );
      expect(answer.body).toEqual(problem(413, 'payload_too_large', MESSAGES.tooLarge));
      expect(await getCurrentUser(sessionId)).toEqual(before);
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
      ['GAP-029', 'bio', 'x'.repeat(501), 'A bio can have up to 500 characters.'],
      [
        'API-023',
        'profileMarkdown',
        'x'.repeat(200_001),
        'A profile text can have up to 200,000 characters.',
      ],
      ['API-023', 'profileMarkdown', null, 'This must be text.'],
      ['API-023', 'profileMarkdown', ['text'], 'This must be text.'],
      ['API-028', 'profileThemeMode', 'system', 'The mode must be light or dark.'],
      ['API-028', 'profileThemeMode', null, 'The mode must be light or dark.'],
      ['API-025', 'profileTheme', 'vaporwave', 'Unknown theme.'],
      ['PER-009', 'isPublic', null, 'This must be true or false.'],
      ['PER-009', 'isPublic', 'false', 'This must be true or false.'],
      ...[
        null,
        'https://a.example',
        ['http://a.example'],
        ['javascript:alert(1)'],
        ['https://a@b.example'],
        [1],
      ].map((value) => ['NXT-111', 'profileLinks', value, LINK_PROBLEM] as const),
      ['NXT-111', 'profileLinks', [`https://a.example/${'x'.repeat(200)}`], LINK_PROBLEM],
      [
        'NXT-111',
        'profileLinks',
        [1, 2, 3, 4, 5, 6].map((n) => `https://a.example/${n}`),
        'You can add up to 5 addresses.',
      ],
      ['SET-010', 'email', 'new@example.org', 'Unknown field.'],
      ['ENT-008', 'enshinBadge', 'mine', 'Unknown field.'],
      ['ENT-009', 'userBadges', ['mine'], 'Unknown field.'],
      ['ENT-010', 'profileImageUrl', '/objects/x', 'Unknown field.'],
    ])('%s %s of %j is rejected and changes nothing', async (_, field, value, message) => {
      const { sessionId } = await makeMember(stack.dataSource);
      const before = await getCurrentUser(sessionId);
      // The second field shows that an update is applied entirely or not at all.
      const other = field === 'bio' ? { displayName: 'Other' } : { bio: 'Other' };
      const answer = await patch(sessionId, { ...other, [field]: value }).expect(400);
      expect(answer.body).toMatchObject({
        statusCode: 400,
        code: 'validation_failed',
        message,
        fields: { [field]: message },
      });
      expect(await getCurrentUser(sessionId)).toEqual(before);
    });

    it('API-029 requires a session', async () => {
      const answer = await backend.api.patch('/api/users/profile').send({ bio: 'x' }).expect(401);
      expect(answer.body.code).toBe('unauthorized');
    });
  });

  describe('names', () => {
    describe('that a member gave up', () => {
      /** Renames a member, and returns the names that they had, oldest first, without the present one. */
      const renameOften = async (sessionId: string, username: string, times: number): Promise<string[]> => {
        const names = [username, ...Array.from({ length: times }, () => uniqueName())];
        for (const name of names.slice(1)) await patch(sessionId, { username: name }).expect(200);
        return names.slice(0, -1);
      };
      const heldBy = async (sessionId: string): Promise<unknown[]> => {
        const { body } = await backend.api
          .get('/api/users/profile/former-usernames')
          .set(...bearer(sessionId))
          .expect(200);
        return body.map(({ username }: { username: unknown }) => username);
      };
      const release = (sessionId: string, username: string) =>
        backend.api.delete(`/api/users/profile/former-usernames/${username}`).set(...bearer(sessionId));
      const register = (username: string) =>
        backend.api
          .post('/api/auth/register')
          .send({ username, email: `${uniqueName()}@example.org`, password: GOOD_PASSWORD });

      it('NXT-423 are refused to others, the last three, until their days are over', async () => {
        const { user, sessionId } = await makeMember(stack.dataSource);
        const other = await makeMember(stack.dataSource);
        const [first, ...held] = await renameOften(sessionId, user.username, 4);
        expect(await heldBy(sessionId)).toEqual(held.toReversed());
        expect(held).toHaveLength(FORMER_USERNAMES.most);
        const [days]: unknown[] = await stack.dataSource.query(
          `SELECT DISTINCT (extract(epoch FROM held_until - released_at) / 86400)::integer AS days
             FROM former_usernames WHERE user_id = $1 AND held_until IS NOT NULL`,
          [user.id],
        );
        expect(days).toEqual({ days: FORMER_USERNAMES.days });
        for (const username of held) {
          expect((await patch(other.sessionId, { username }).expect(409)).body).toEqual(RESERVED);
        }
        const [oldest = '', second = ''] = held;
        expect((await register(oldest).expect(409)).body).toEqual(RESERVED);
        await backend.api
          .post('/api/waitlist')
          .send({ email: `${uniqueName()}@example.org`, oni_id: oldest, source: 'landing' })
          .expect(409, /reserved/u);
        await patch(other.sessionId, { username: first }).expect(200);
        await stack.dataSource.query('UPDATE former_usernames SET held_until = now() WHERE username = $1', [
          second,
        ]);
        expect(await heldBy(sessionId)).toEqual([held[2], oldest]);
        await register(second).expect(201);
        await page(second, sessionId).expect(200, new RegExp(`"username":"${second}"`, 'u'));
      });

      it('NXT-424 are taken back or released by their member alone', async () => {
        const { user, sessionId } = await makeMember(stack.dataSource);
        const other = await makeMember(stack.dataSource);
        const [first = '', second = ''] = await renameOften(sessionId, user.username, 2);
        await release(other.sessionId, second).expect(404);
        await patch(sessionId, { username: second }).expect(200);
        expect(await heldBy(sessionId)).not.toContain(second);
        await release(sessionId, first).expect(200);
        await release(sessionId, first).expect(404);
        await page(first, sessionId).expect(404);
        await patch(other.sessionId, { username: first }).expect(200);
      });

      it('NXT-424 can be taken back without the access key of the waitlist', async () => {
        const username = uniqueName();
        const { user, sessionId } = await makeMember(stack.dataSource);
        await claim(user.email, username, GOOD_PASSWORD);
        await patch(sessionId, { username, accessKey: GOOD_PASSWORD }).expect(200);
        await patch(sessionId, { username: user.username }).expect(200);
        await patch(sessionId, { username }).expect(200);
      });

      it('NXT-423 lead to the member’s page, but nobody who may not see it', async () => {
        const { user, sessionId } = await makeMember(stack.dataSource);
        const other = await makeMember(stack.dataSource);
        const [former = ''] = await renameOften(sessionId, user.username, 1);
        const answer = await page(former.toUpperCase(), other.sessionId).expect(200);
        expect(answer.body).toMatchObject({ id: user.id });
        expect(answer.body.username).not.toBe(former);
        await page(former).expect(200);
        await backend.api
          .put(`/api/blocks/${other.user.id}`)
          .set(...bearer(sessionId))
          .expect(200);
        await page(former, other.sessionId).expect(404);
        await patch(sessionId, { isPublic: false }).expect(200);
        await page(former).expect(404);
        await page(former, (await makeMember(stack.dataSource)).sessionId).expect(404);
        await page(former, sessionId).expect(200);
      });
    });

    it('API-027 GAP-069 a taken name gets 409, and nothing of the update is stored', async () => {
      const { user } = await makeMember(stack.dataSource);
      const { sessionId } = await makeMember(stack.dataSource);
      const before = await getCurrentUser(sessionId);
      const answer = await patch(sessionId, { bio: 'Hello', username: user.username }).expect(409);
      expect(answer.body).toEqual(TAKEN);
      expect(await getCurrentUser(sessionId)).toEqual(before);
    });

    it('GAP-041 GAP-046 names reserved by the product or claimed on the waitlist are refused', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      expect((await patch(sessionId, { username: 'support' }).expect(409)).body).toEqual(RESERVED);
      const claimed = uniqueName();
      await claim('somebody@example.org', claimed);
      expect((await patch(sessionId, { username: claimed }).expect(409)).body).toEqual(RESERVED);
    });

    it('GAP-046 a claimed name requires the address and access key of its claim', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { sessionId: stranger } = await makeMember(stack.dataSource);
      const username = uniqueName();
      await claim(user.email, username, GOOD_PASSWORD);
      for (const [session, accessKey] of [
        [sessionId, undefined],
        [sessionId, null],
        [sessionId, ''],
        [sessionId, 'Wrong@123'],
        [stranger, undefined],
        [stranger, GOOD_PASSWORD],
      ] as const) {
        expect((await patch(session, { username, accessKey }).expect(409)).body).toEqual(RESERVED);
      }
      await patch(sessionId, { username, accessKey: 7 }).expect(400);
      await patch(sessionId, { username, accessKey: 'x'.repeat(129) }).expect(400);
      expect((await getCurrentUser(sessionId)).username).toBe(user.username);
      const taken = await patch(sessionId, { username, accessKey: GOOD_PASSWORD }).expect(200);
      expect(taken.body.username).toBe(username);
    });

    it('GAP-046 a claim without an access key cannot be used by a rename', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const username = uniqueName();
      await claim(user.email, username);
      for (const accessKey of [undefined, GOOD_PASSWORD]) {
        expect((await patch(sessionId, { username, accessKey }).expect(409)).body).toEqual(RESERVED);
      }
    });

    it('an access key has no effect when none is needed', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      await patch(sessionId, { username: user.username, accessKey: 'anything' }).expect(200);
      const username = uniqueName();
      const { body } = await patch(sessionId, { username, accessKey: 'anything' }).expect(200);
      expect(body.username).toBe(username);
      expect(JSON.stringify(body)).not.toContain('anything');
    });

    it('GAP-046 a claim made after another claim’s key was checked is not accepted with that key', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const username = uniqueName();
      await claim(user.email, username, GOOD_PASSWORD);
      const runner = stack.dataSource.createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query(`SELECT pg_advisory_xact_lock(hashtextextended('username:' || $1::text, 0))`, [
          username,
        ]);
        await runner.query('DELETE FROM waitlist_entries WHERE oni_id = $1', [username]);
        await runner.query(
          `INSERT INTO waitlist_entries (email, oni_id, source) VALUES ('new@example.org', $1, 'landing')`,
          [username],
        );
        const rename = patch(sessionId, { username, accessKey: GOOD_PASSWORD }).then((answer) => answer);
        await waitUntil('the rename to block', () => hasLockWaiter(stack.dataSource));
        await runner.commitTransaction();
        expect((await rename).body).toEqual(RESERVED);
      } finally {
        await runner.release();
      }
    });

    it('a refused access key always costs one check, so its timing reveals nothing', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const [keyed, keyless, others] = [uniqueName(), uniqueName(), uniqueName()];
      await claim(user.email, keyed, GOOD_PASSWORD);
      await claim(`${keyless}@example.org`, keyless);
      await claim(`${others}@example.org`, others, GOOD_PASSWORD);
      const check = jest.spyOn(backend.app.get(PasswordsService), 'check');
      for (const username of [keyed, keyless, others]) {
        check.mockClear();
        await patch(sessionId, { username, accessKey: 'Wrong@123' }).expect(409);
        expect(check).toHaveBeenCalledTimes(1);
      }
      check.mockRestore();
    });

    it('API-027 only one of several concurrent renames and registrations gets a name', async () => {
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
        'a claim that holds the name’s lock',
        `SELECT pg_advisory_xact_lock(hashtextextended('username:' || $1::text, 0))`,
        `INSERT INTO waitlist_entries (email, oni_id, source) VALUES ($1 || '@example.org', $1, 'landing')`,
        RESERVED,
      ],
      [
        'a member inserted without the lock',
        'SELECT $1::text',
        `INSERT INTO users (username, email, password) VALUES ($1, $1 || '@example.org', '!')`,
        TAKEN,
      ],
    ])('API-027 GAP-046 a rename waits for %s of the same name', async (_, turn, take, refusal) => {
      const { sessionId } = await makeMember(stack.dataSource);
      const username = uniqueName();
      const runner = stack.dataSource.createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query(turn, [username]);
        await runner.query(take, [username]);
        const rename = patch(sessionId, { username }).then((answer) => answer);
        await waitUntil('the rename to block', () => hasLockWaiter(stack.dataSource));
        await runner.commitTransaction();
        expect((await rename).body).toEqual(refusal);
      } finally {
        await runner.release();
      }
      expect((await getCurrentUser(sessionId)).username).not.toBe(username);
    });

    it('API-027 two members cannot swap names concurrently, and neither waits forever', async () => {
      const [one, two] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
      const answers = await Promise.all([
        patch(one.sessionId, { username: two.user.username }),
        patch(two.sessionId, { username: one.user.username }),
      ]);
      for (const { body } of answers) expect(body).toEqual(TAKEN);
    });
  });

  describe('as others see them', () => {
    it('PER-002 ENT-004 everyone sees a public profile, under a name in any case, without its private fields', async () => {
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
        profileLinks: [],
        hasFeed: false,
        createdAt: user.createdAt.toISOString(),
      };
      expect((await page(user.username).expect(200)).body).toEqual(expected);
      expect((await page(user.username.toUpperCase(), stranger).expect(200)).body).toEqual(expected);
      expect((await page(user.username, 'x'.repeat(43)).expect(200)).body).toEqual(expected);
    });

    it('PER-009 GAP-146 a private profile is visible only to its member, with immediate effect', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const { sessionId: stranger } = await makeMember(stack.dataSource);
      await patch(sessionId, { isPublic: false }).expect(200);
      const unknown = await page(uniqueName()).expect(404);
      expect(unknown.body).toEqual(problem(404, 'not_found', MESSAGES.notFound));
      expect((await page(user.username).expect(404)).body).toEqual(unknown.body);
      expect((await page(user.username, stranger).expect(404)).body).toEqual(unknown.body);
      expect((await page(user.username, sessionId).expect(200)).body.username).toBe(user.username);
      await patch(sessionId, { isPublic: true }).expect(200);
      await page(user.username).expect(200);
    });

    it.each(['a', 'no-name', 'x'.repeat(99), '%E2%9C%A8', "'%20OR%201=1", '%25'])(
      'GAP-142 a profile named %j gets 404',
      async (name) => {
        expect((await page(name).expect(404)).body.code).toBe('not_found');
      },
    );
  });

  describe('tags', () => {
    const recount = async (): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      const shown: { profile_markdown: string; tags: string[] }[] = await stack.dataSource.query(
        `SELECT u.profile_markdown, array(
           SELECT unnest(tags) FROM posts WHERE user_id = u.id AND is_public AND NOT is_archived
           UNION ALL SELECT unnest(tags) FROM boards WHERE user_id = u.id AND is_public
         ) AS tags FROM users u WHERE u.is_public`,
      );
      for (const { profile_markdown, tags } of shown) {
        for (const tag of [...combineTags([], profile_markdown), ...tags])
          counts[tag] = (counts[tag] ?? 0) + 1;
      }
      return counts;
    };
    const storedCounts = async (): Promise<Record<string, number>> => {
      const rows: { name: string; usage_count: number }[] = await stack.dataSource.query(
        'SELECT name, usage_count FROM tags WHERE usage_count > 0',
      );
      return Object.fromEntries(rows.map(({ name, usage_count }) => [name, usage_count]));
    };
    const outboxRows = (subject: string) =>
      stack.dataSource.getRepository(OutboxRow).countBy({ topic: 'derive-member', subject });
    /** Creates a member with a post and a board whose tags count from the start. */
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

    it('GAP-093 API-023 counts each tag of the text once, and stops counting removed ones', async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      await patch(sessionId, { profileMarkdown: '#Aurora and #aurora, `#code`' }).expect(200);
      expect(await storedCounts()).toMatchObject({ aurora: 1 });
      expect(await storedCounts()).not.toHaveProperty('code');
      expect(await outboxRows(user.id)).toBe(1);
      await patch(sessionId, { profileMarkdown: 'More words on #aurora' }).expect(200);
      expect(await storedCounts()).toMatchObject({ aurora: 1 });
      expect(await outboxRows(user.id)).toBe(1);
      await patch(sessionId, { profileMarkdown: 'none' }).expect(200);
      expect(await storedCounts()).not.toHaveProperty('aurora');
      expect(await outboxRows(user.id)).toBe(2);
    });

    it('GAP-093 counts only the first 50 tags of a text', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const names = Array.from({ length: 60 }, (_, n) => `many${n}`);
      await patch(sessionId, { profileMarkdown: names.map((name) => `#${name}`).join(' ') }).expect(200);
      const counted = Object.keys(await storedCounts()).filter((name) => name.startsWith('many'));
      expect(counted.toSorted()).toEqual(names.slice(0, LIMITS.tagsPerItem).toSorted());
    });

    it('GAP-093 changing visibility and text in one update keeps the counts correct', async () => {
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
        const before = await outboxRows(userId);
        await patch(sessionId, body).expect(200);
        const counts = await storedCounts();
        expect(counts).toEqual(await recount());
        expect(counts['saturn']).toBe(saturn);
        // A text change of a hidden profile needs no job.
        expect(await outboxRows(userId)).toBe(before + (body === steps[2]?.body ? 0 : 1));
      }
      await patch(sessionId, { isPublic: false }).expect(200);
    });

    it('GAP-093 the counts are correct after many concurrent changes', async () => {
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
      expect(await storedCounts()).toEqual(await recount());
    });
  });
});
