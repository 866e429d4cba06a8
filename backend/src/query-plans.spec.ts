import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest } from './testing/backend-under-test.js';
import {
  makeEmptyServers,
  makeMembers,
  makeSharedServers,
  makeLinkRing,
  makeResponses,
  makeNotifications,
  makeTags,
  makeContent,
  type SharedServer,
} from './testing/bulk-data.js';
import { makeCarriers } from './testing/carriers.js';
import { findListPaths } from './testing/published-lists.js';
import { explain, type Statement, StatementRecorder } from './testing/statements.js';

interface Caller extends SharedServer {
  sessionId: string;
  postId: string;
  boardId: string;
  username: string;
}

interface List {
  call: string;
  query?: string;
  /** Number of statements without the session lookup. */
  statements: number;
  indexes: readonly string[];
}

/** Removes the totals query, which a backend runs at most once a minute, independent of calls. */
const withoutTotals = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ sql }) => !sql.includes('count(*) FROM connections'));

const LISTS: readonly List[] = [
  { call: '/posts/my', statements: 1, indexes: ['posts_own_idx'] },
  {
    call: '/posts/my',
    query: '?sort=oldest&tag=tag1&isPublic=false',
    statements: 1,
    indexes: ['posts_own_idx'],
  },
  { call: '/posts/my', query: '?q=post', statements: 1, indexes: ['posts_own_idx'] },
  { call: '/posts/archived', statements: 1, indexes: ['posts_own_idx'] },
  { call: '/feed', statements: 1, indexes: ['posts_public_idx', 'ripples_newest_idx', 'ripples_own_idx'] },
  {
    call: '/feed',
    query: '?scope=near',
    statements: 1,
    indexes: [
      'posts_public_by_user_idx',
      'ripples_newest_idx',
      'ripples_own_idx',
      'connections_pkey',
      'connections_to_user_id_idx',
    ],
  },
  {
    call: '/users/{username}/posts',
    statements: 2,
    indexes: ['posts_public_by_user_idx', 'ripples_newest_idx', 'ripples_own_idx'],
  },
  { call: '/posts/{id}/replies', statements: 2, indexes: ['posts_pkey', 'post_replies_post_idx'] },
  { call: '/posts/{id}/ripples', statements: 2, indexes: ['posts_pkey', 'ripples_newest_idx'] },
  { call: '/users/{username}/images', statements: 2, indexes: ['images_visible_idx'] },
  {
    call: '/tags',
    statements: 2,
    indexes: ['posts_own_idx', 'images_own_idx', 'boards_own_idx', 'capsules_own_idx', 'tags_name_key'],
  },
  {
    call: '/bookmarks',
    statements: 1,
    indexes: ['bookmarks_own_idx', 'posts_pkey', 'images_pkey', 'messages_pkey', 'tagged_items_pkey'],
  },
  {
    call: '/bookmarks/boards/{boardId}',
    statements: 1,
    indexes: ['bookmarks_board_idx', 'images_public_idx', 'users_pkey'],
  },
  {
    call: '/bookmarks',
    query: '?kind=tag',
    statements: 1,
    indexes: ['bookmarks_own_idx', 'tagged_items_pkey', 'posts_pkey', 'users_pkey'],
  },
  {
    call: '/tags/{tag}/members',
    statements: 2,
    indexes: ['tags_name_key', 'user_tags_tag_id_idx', 'connections_pkey'],
  },
  { call: '/tags/{tag}/posts', statements: 1, indexes: ['tagged_items_pkey', 'posts_pkey'] },
  { call: '/tags/{tag}/pictures', statements: 1, indexes: ['tagged_items_pkey', 'images_pkey'] },
  { call: '/capsules', statements: 1, indexes: ['capsules_own_idx'] },
  { call: '/profile-archives', statements: 1, indexes: ['profile_archives_own_idx'] },
  {
    call: '/profile-archives',
    query: '?q=a&sort=oldest',
    statements: 1,
    indexes: ['profile_archives_own_idx'],
  },
  { call: '/images', statements: 1, indexes: ['images_own_idx'] },
  { call: '/images', query: '?q=image&tag=tag1', statements: 1, indexes: ['images_own_idx'] },
  { call: '/boards', statements: 1, indexes: ['boards_own_idx'] },
  {
    call: '/servers',
    statements: 1,
    indexes: ['server_members_user_id_idx', 'servers_public_size_idx'],
  },
  { call: '/servers/public', statements: 1, indexes: ['servers_public_size_idx'] },
  { call: '/servers/public', query: '?q=server%201', statements: 1, indexes: ['servers_public_text_idx'] },
  { call: '/servers/{id}/members', statements: 2, indexes: ['server_members_newest_idx'] },
  {
    call: '/servers/{id}/members',
    query: '?q=m_',
    statements: 2,
    indexes: ['server_members_newest_idx'],
  },
  { call: '/servers/{id}/bans', statements: 2, indexes: ['server_removals_newest_idx'] },
  { call: '/servers/{id}/invites', statements: 2, indexes: ['invites_server_id_public_id_key'] },
  { call: '/servers/{id}/channels', statements: 2, indexes: [] },
  { call: '/channels/{id}/messages', statements: 2, indexes: ['messages_channel_id_seq_key'] },
  {
    call: '/channels/{id}/messages',
    query: '?after=1',
    statements: 2,
    indexes: ['messages_channel_id_seq_key'],
  },
  { call: '/activity', statements: 1, indexes: ['messages_created_idx', 'server_members_joined_idx'] },
  { call: '/notifications', statements: 1, indexes: ['notifications_log_idx', 'notifications_group_idx'] },
  { call: '/notifications', query: '?kind=invite', statements: 1, indexes: ['notifications_group_idx'] },
  { call: '/auth/sessions', statements: 1, indexes: ['sessions_user_id_idx'] },
];

/** Tables with at least 100,000 rows in this test, or 30,000 public servers. */
const LARGE_TABLES = [
  'posts',
  'post_replies',
  'ripples',
  'images',
  'objects',
  'boards',
  'bookmarks',
  'capsules',
  'profile_archives',
  'connections',
  'messages',
  'notifications',
  'tagged_items',
  'tags',
  'sessions',
  'servers',
  'server_members',
  'server_removals',
  'invites',
];

const LARGE_SETUP_TIMEOUT_MS = 240_000;

const pathFor = ({ call, query = '' }: List, caller: Caller): string =>
  call
    .replace('{username}', caller.username)
    .replace('/posts/{id}', `/posts/${caller.postId}`)
    .replace('{tag}', 'saturn')
    .replace('{boardId}', caller.boardId)
    .replace('/servers/{id}', `/servers/${caller.serverId}`)
    .replace('/channels/{id}', `/channels/${caller.channelId}`) + query;

const titledLists = LISTS.map((list) => [`${list.call}${list.query ?? ''}`, list] as const);

describe('list queries', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let recorder: StatementRecorder;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    recorder = new StatementRecorder(backend.app);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const findBoard = async (userId: string): Promise<string> => {
    const [board]: [{ id: string }] = await stack.dataSource.query(
      'SELECT id FROM boards WHERE user_id = $1 ORDER BY id LIMIT 1',
      [userId],
    );
    return board.id;
  };

  const recordCall = async (path: string, sessionId: string) => {
    const { statements, ...answer } = await recorder.get(path, sessionId);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(statements[0]?.sql).toContain('FROM sessions');
    return { ...answer, statements: statements.slice(1) };
  };

  it('cover every list of the API', () => {
    expect(findListPaths(backend.app).toSorted()).toEqual(
      [...new Set(LISTS.map(({ call }) => `/api${call}`))].toSorted(),
    );
  });

  describe('with few and many rows', () => {
    let few: Caller;
    let many: Caller;

    const makeCaller = async (count: number): Promise<Caller> => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const members = [user.id, ...(await makeMembers(stack.dataSource, count))];
      await makeContent(stack.dataSource, members, count);
      const postId = await makeResponses(stack.dataSource, members, count);
      await makeLinkRing(stack.dataSource, members, count / 2);
      await makeNotifications(stack.dataSource, members, count / 2);
      await makeCarriers(stack.dataSource, members, ['saturn']);
      const shared = await makeSharedServers(stack.dataSource, members, {
        servers: count,
        channels: count,
        messages: count,
      });
      return { ...shared, sessionId, postId, boardId: await findBoard(user.id), username: user.username };
    };

    beforeAll(async () => {
      few = await makeCaller(2);
      many = await makeCaller(60);
      await makeTags(stack.dataSource, 120);
    });

    it.each(titledLists)('%s executes the same statements with 2 rows as with 60', async (_title, list) => {
      const small = await recordCall(pathFor(list, few), few.sessionId);
      const large = await recordCall(pathFor(list, many), many.sessionId);
      expect(small.statements.map(({ sql }) => sql)).toEqual(large.statements.map(({ sql }) => sql));
      expect(large.statements).toHaveLength(list.statements);
      expect(Array.isArray(large.body) && large.body.length).toBeGreaterThanOrEqual(1);
    });

    it('GAP-117 the constellation executes two statements when everything fits and three otherwise', async () => {
      for (const { sessionId } of [few, many]) {
        expect((await recordCall('/constellation', sessionId)).statements).toHaveLength(2);
        expect(
          withoutTotals((await recordCall('/constellation?limit=2', sessionId)).statements),
        ).toHaveLength(3);
      }
    });
  });

  describe('at 100,000 rows', () => {
    let caller: Caller;
    let unlinked: string;
    let other: string;

    beforeAll(async () => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      ({ sessionId: unlinked } = await makeMember(stack.dataSource));
      const members = [user.id, ...(await makeMembers(stack.dataSource, 999))];
      await makeContent(stack.dataSource, members, 100);
      const postId = await makeResponses(stack.dataSource, members, 100);
      await makeLinkRing(stack.dataSource, members, 100);
      await makeNotifications(stack.dataSource, members, 100);
      await makeCarriers(stack.dataSource, members, ['saturn']);
      await makeTags(stack.dataSource, 100_000);
      const shared = await makeSharedServers(stack.dataSource, members, {
        servers: 100,
        channels: 20,
        messages: 100_000,
      });
      await makeEmptyServers(stack.dataSource, user.id, 30_000);
      const { user: linked } = await makeMember(stack.dataSource);
      other = linked.username;
      await makeCarriers(stack.dataSource, [linked.id], ['saturn', 'mars']);
      await stack.dataSource.query(
        'UPDATE users SET is_visible_to_visitors = true, has_feed = true WHERE id = $1',
        [user.id],
      );
      caller = { ...shared, sessionId, postId, boardId: await findBoard(user.id), username: user.username };
      await stack.dataSource.query('VACUUM ANALYZE');
    }, LARGE_SETUP_TIMEOUT_MS);

    const expectIndexed = async (
      statements: readonly Statement[],
      indexes: readonly string[],
    ): Promise<void> => {
      const used = new Set<string>();
      for (const statement of statements) {
        const plan = await explain(stack.dataSource, statement);
        expect([statement.sql, [...plan.scanned].filter((table) => LARGE_TABLES.includes(table))]).toEqual([
          statement.sql,
          [],
        ]);
        for (const index of plan.indexes) used.add(index);
      }
      expect([...used]).toEqual(expect.arrayContaining([...indexes]));
    };

    it.each(titledLists)('%s reads every page through an index', async (_title, list) => {
      const path = pathFor(list, caller);
      const first = await recordCall(path, caller.sessionId);
      expect(first.statements).toHaveLength(list.statements);
      await expectIndexed(first.statements, list.indexes);
      if (first.nextCursor === undefined) return;
      const separator = path.includes('?') ? '&' : '?';
      const second = await recordCall(`${path}${separator}cursor=${first.nextCursor}`, caller.sessionId);
      expect(second.statements).toHaveLength(list.statements);
      await expectIndexed(second.statements, list.indexes);
    });

    it('NXT-020 the page of a post reads its rows with one statement through indexes', async () => {
      const { statements } = await recordCall(`/posts/${caller.postId}`, caller.sessionId);
      expect(statements).toHaveLength(1);
      await expectIndexed(statements, [
        'posts_pkey',
        'posts_public_by_user_idx',
        'ripples_newest_idx',
        'ripples_own_idx',
      ]);
    });

    it('NXT-203 what else has a tag of a post is read with one statement through indexes', async () => {
      const { statements } = await recordCall(`/posts/${caller.postId}/also`, caller.sessionId);
      expect(statements).toHaveLength(1);
      await expectIndexed(statements, ['posts_pkey', 'tagged_items_pkey', 'images_pkey']);
      const visit = await recorder.getAsVisitor(`/api/posts/${caller.postId}/also`);
      expect(visit.statements).toHaveLength(1);
      await expectIndexed(visit.statements, ['posts_pkey', 'tagged_items_pkey', 'images_pkey']);
    });

    it('NXT-080 the state and the read marks of the night log use an index', async () => {
      const state = await recordCall('/notifications/state', caller.sessionId);
      expect(state.statements).toHaveLength(1);
      await expectIndexed(state.statements, ['notifications_unread_idx']);
    });

    it('NXT-123 the history of the constellation reads its rows through indexes', async () => {
      await stack.dataSource.query(
        `INSERT INTO link_history (user_id, month, links)
         SELECT id, month, decode('0000000000000001', 'hex')
           FROM users, generate_series(date '2025-01-01', date '2026-12-01', interval '1 month') AS month`,
      );
      await stack.dataSource.query('ANALYZE link_history');
      const { statements } = await recordCall('/constellation/history?limit=50&weeks=5', caller.sessionId);
      const past = statements.filter(({ sql }) => /link_history|node_number|created_at FROM/.test(sql));
      // The members, two or three months, the caller's links, and those between members.
      expect([5, 6]).toContain(past.length);
      await expectIndexed(past, ['link_history_pkey', 'users_public_idx', 'connections_pkey']);
    });

    it('GAP-117 the constellation reads its rows through indexes', async () => {
      const near = await recordCall('/constellation?limit=50', caller.sessionId);
      expect(withoutTotals(near.statements)).toHaveLength(3);
      await expectIndexed(withoutTotals(near.statements), ['users_public_idx', 'connections_pkey']);
      const filled = await recordCall('/constellation?limit=50', unlinked);
      expect(withoutTotals(filled.statements)).toHaveLength(4);
      await expectIndexed(withoutTotals(filled.statements), ['connections_strength_idx']);
    });

    it('NXT-134 a path executes one statement per link and three others, all through indexes', async () => {
      const [{ username }]: [{ username: string }] = await stack.dataSource.query(
        `SELECT u.username FROM users u JOIN sessions s ON s.user_id = u.id
          WHERE u.username <> $1 AND EXISTS (SELECT 1 FROM connections WHERE u.id IN (from_user_id, to_user_id))
          ORDER BY u.id LIMIT 1`,
        [caller.username],
      );
      const { statements } = await recordCall(
        `/constellation/path?from=${caller.username}&to=${username}`,
        caller.sessionId,
      );
      expect(statements.length).toBeGreaterThanOrEqual(4);
      expect(statements.length).toBeLessThanOrEqual(9);
      await expectIndexed(statements, [
        'users_username_key',
        'connections_pkey',
        'connections_to_user_id_idx',
      ]);
    });

    it('NXT-015 a tag page and a line read their rows through indexes', async () => {
      const page = await recordCall('/tags/saturn', caller.sessionId);
      expect(page.statements).toHaveLength(8);
      await expectIndexed(page.statements, [
        'tags_name_key',
        'tagged_items_pkey',
        'user_tags_tag_id_idx',
        'connections_pkey',
        'connections_to_user_id_idx',
        'servers_public_text_idx',
      ]);
      const line = await recordCall(`/users/${other}/line`, caller.sessionId);
      expect(line.statements).toHaveLength(6);
      await expectIndexed(line.statements, [
        'connections_pkey',
        'user_tags_pkey',
        'server_members_user_id_idx',
      ]);
      const card = await recordCall(`/users/${other}/card`, caller.sessionId);
      expect(card.statements).toHaveLength(3);
      await expectIndexed(card.statements, ['connections_pkey', 'user_tags_pkey']);
    });

    it.each([
      [
        '/home',
        7,
        [
          'messages_channel_id_seq_key',
          'posts_own_idx',
          'post_replies_post_idx',
          'post_replies_own_idx',
          'post_replies_parent_idx',
          'connections_pkey',
        ],
      ],
      ['/suggestions', 1, ['users_pkey', 'servers_pkey', 'connections_pkey', 'user_tags_pkey', 'tags_pkey']],
      ['/bookmarks/keys', 1, ['bookmarks_own_idx']],
    ] as const)('NXT-161 %s reads its rows through indexes', async (path, count, indexes) => {
      const { statements } = await recordCall(path, caller.sessionId);
      expect(statements).toHaveLength(count);
      await expectIndexed(statements, indexes);
    });

    it.each([
      ['/feeds/u/{username}/atom', 2, ['users_username_key', 'posts_public_by_user_idx']],
      ['/feeds/t/saturn/json', 1, ['tagged_items_pkey', 'posts_pkey']],
      ['/feeds/t/nobody_carries_this/json', 1, ['tagged_items_pkey', 'posts_pkey']],
      ['/api/tags/saturn', 4, ['tags_name_key', 'tagged_items_pkey', 'user_tags_tag_id_idx', 'posts_pkey']],
      ['/api/tags/saturn/posts', 1, ['tagged_items_pkey', 'posts_pkey', 'ripples_newest_idx']],
    ] as const)('NXT-161 %s reads its rows through indexes for visitors', async (path, count, indexes) => {
      const { status, statements } = await recorder.getAsVisitor(path.replace('{username}', caller.username));
      expect(status).toBe(200);
      expect(statements).toHaveLength(count);
      await expectIndexed(statements, indexes);
    });

    describe('with 50,000 further members', () => {
      beforeAll(async () => {
        await makeMembers(stack.dataSource, 50_000);
        await stack.dataSource.query('ANALYZE users');
      }, LARGE_SETUP_TIMEOUT_MS);

      it.each([
        ['members', ['users_username_prefix_idx', 'users_display_name_prefix_idx', 'users_text_idx']],
        ['tags', ['tags_name_prefix_idx', 'tags_name_part_idx']],
        ['dimensions', ['servers_public_name_idx', 'servers_public_text_idx', 'server_members_user_id_idx']],
        ['pictures', ['images_public_idx', 'images_words_idx', 'images_own_idx']],
        ['posts', ['posts_public_idx', 'posts_title_words_idx', 'posts_words_idx', 'posts_own_idx']],
      ])('NXT-072 a search for %s uses indexes', async (kind, indexes) => {
        for (const q of ['zqx', 'zqx wvu']) {
          const path = `/search?kinds=${kind}&q=${encodeURIComponent(q)}`;
          const { statements } = await recordCall(path, caller.sessionId);
          const reads = statements.filter(({ sql }) => sql.includes(' thing'));
          expect(reads).toHaveLength(kind === 'posts' && q.includes(' ') ? 2 : 1);
          await expectIndexed(reads, kind === 'tags' && q.includes(' ') ? ['tags_name_prefix_idx'] : indexes);
          for (const statement of reads) {
            expect((await explain(stack.dataSource, statement)).scanned).not.toContain('users');
          }
        }
      });
    });
  });
});
