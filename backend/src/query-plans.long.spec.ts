import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { indexMessages } from '@oniverse/data';
import { makeMember, makeStaff } from '@oniverse/testing';
import {
  makeAuditEntries,
  makeConsoleRows,
  makeCases,
  makeMeasures,
  makeContent,
  makeConversations,
  makeEmptyServers,
  makeHiddenMembers,
  makeLinkRing,
  makeMembers,
  makeNotifications,
  makeResponses,
  makeSharedServers,
  makeServerExports,
  makeTags,
  makeWaves,
} from './testing/bulk-data.js';
import { makeCarriers } from './testing/carriers.js';
import { type ListCaller, pathFor, RecordedBackend, titledLists, withoutTotals } from './testing/lists.js';
import { explain, type Statement } from './testing/statements.js';

/** Tables with at least 100,000 rows in this test, or 30,000 public servers. */
const LARGE_TABLES = [
  'conversations',
  'conversation_members',
  'server_audit',
  'server_exports',
  'attachments',
  'blocks',
  'mutes',
  'posts',
  'post_replies',
  'ripples',
  'images',
  'objects',
  'pins',
  'boards',
  'bookmarks',
  'capsules',
  'profile_archives',
  'connections',
  'channel_attention',
  'drafts',
  'mentions',
  'message_reactions',
  'messages',
  'message_terms',
  'notifications',
  'tagged_items',
  'tags',
  'sessions',
  'servers',
  'server_members',
  'server_removals',
  'time_outs',
  'slow_mode_marks',
  'held_messages',
  'scheduled_messages',
  'applications',
  'invites',
];

const LARGE_SETUP_TIMEOUT_MS = 240_000;
/** Statements without a plan. */
const ENDS_OF_TRANSACTION = /^(?:START TRANSACTION|COMMIT)$/u;

describe('queries at 100,000 rows', () => {
  let recorded: RecordedBackend;

  beforeAll(async () => {
    recorded = await RecordedBackend.start();
  });

  afterAll(async () => {
    await recorded.stop();
  });

  let caller: ListCaller;
  let unlinked: string;
  let other: string;

  beforeAll(async () => {
    const { user, sessionId } = await makeStaff(recorded.stack.dataSource, 'admin');
    ({ sessionId: unlinked } = await makeMember(recorded.stack.dataSource));
    const members = [user.id, ...(await makeMembers(recorded.stack.dataSource, 999))];
    await makeContent(recorded.stack.dataSource, members, 100);
    const postId = await makeResponses(recorded.stack.dataSource, members, 100);
    await makeLinkRing(recorded.stack.dataSource, members, 100);
    await makeNotifications(recorded.stack.dataSource, members, 100);
    await makeHiddenMembers(recorded.stack.dataSource, members, 200);
    await makeCarriers(recorded.stack.dataSource, members, ['saturn']);
    await makeTags(recorded.stack.dataSource, 100_000);
    const shared = await makeSharedServers(recorded.stack.dataSource, members, {
      servers: 100,
      channels: 20,
      messages: 100_000,
    });
    await makeConversations(recorded.stack.dataSource, members, 3_000);
    await makeCases(recorded.stack.dataSource, members, 100);
    await makeAuditEntries(recorded.stack.dataSource, members);
    await makeServerExports(recorded.stack.dataSource, members);
    await makeMeasures(recorded.stack.dataSource, members, 10);
    await makeConsoleRows(recorded.stack.dataSource, members);
    await makeEmptyServers(recorded.stack.dataSource, user.id, 30_000);
    const { user: linked } = await makeMember(recorded.stack.dataSource);
    other = linked.username;
    await makeCarriers(recorded.stack.dataSource, [linked.id], ['saturn', 'mars']);
    await recorded.stack.dataSource.query(
      'UPDATE users SET is_visible_to_visitors = true, has_feed = true WHERE id = $1',
      [user.id],
    );
    caller = {
      ...shared,
      sessionId,
      postId,
      boardId: await recorded.findBoard(user.id),
      attachmentId: await recorded.addAttachment(user.id),
      username: user.username,
      waveId: await makeWaves(recorded.stack.dataSource, members, 100),
    };
    await recorded.stack.dataSource.query('VACUUM ANALYZE');
  }, LARGE_SETUP_TIMEOUT_MS);

  const expectIndexed = async (
    statements: readonly Statement[],
    indexes: readonly string[],
  ): Promise<void> => {
    const used = new Set<string>();
    for (const statement of statements.filter(({ sql }) => !ENDS_OF_TRANSACTION.test(sql))) {
      const plan = await explain(recorded.stack.dataSource, statement);
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
    const first = await recorded.call(path, caller.sessionId);
    expect(first.statements).toHaveLength(list.statements);
    await expectIndexed(first.statements, list.indexes);
    if (first.nextCursor === undefined) return;
    const separator = path.includes('?') ? '&' : '?';
    const second = await recorded.call(`${path}${separator}cursor=${first.nextCursor}`, caller.sessionId);
    expect(second.statements).toHaveLength(list.statements);
    await expectIndexed(second.statements, list.indexes);
  });

  it('NXT-020 the page of a post reads its rows with one statement through indexes', async () => {
    const { statements } = await recorded.call(`/posts/${caller.postId}`, caller.sessionId);
    expect(statements).toHaveLength(1);
    await expectIndexed(statements, [
      'posts_pkey',
      'posts_public_by_user_idx',
      'ripples_newest_idx',
      'ripples_own_idx',
    ]);
  });

  it('NXT-203 what else has a tag of a post is read with one statement through indexes', async () => {
    const { statements } = await recorded.call(`/posts/${caller.postId}/also`, caller.sessionId);
    expect(statements).toHaveLength(1);
    await expectIndexed(statements, ['posts_pkey', 'tagged_items_pkey', 'images_pkey']);
    const visit = await recorded.recorder.getAsVisitor(`/api/posts/${caller.postId}/also`);
    expect(visit.statements).toHaveLength(1);
    await expectIndexed(visit.statements, ['posts_pkey', 'tagged_items_pkey', 'images_pkey']);
  });

  it('NXT-080 the state and the read marks of the night log use an index', async () => {
    const state = await recorded.call('/notifications/state', caller.sessionId);
    expect(state.statements).toHaveLength(1);
    await expectIndexed(state.statements, ['notifications_unread_idx']);
  });

  it('NXT-123 the history of the constellation reads its rows through indexes', async () => {
    await recorded.stack.dataSource.query(
      `INSERT INTO link_weeks (user_id, newest_week, links)
       SELECT id, '2026-11-23', decode('000000010000000000000001', 'hex') FROM users`,
    );
    await recorded.stack.dataSource.query('ANALYZE link_weeks');
    const { statements } = await recorded.call('/constellation/history?limit=50&weeks=5', caller.sessionId);
    const past = statements.filter(({ sql }) => /link_weeks|node_number|created_at FROM/.test(sql));
    // The members, their weeks, the caller's links for the past and for the answer, and those between members.
    expect(past).toHaveLength(5);
    await expectIndexed(past, ['link_weeks_pkey', 'users_public_idx', 'connections_pkey']);
  });

  it('GAP-117 the constellation reads its rows through indexes', async () => {
    const near = await recorded.call('/constellation?limit=50', caller.sessionId);
    expect(withoutTotals(near.statements)).toHaveLength(3);
    await expectIndexed(withoutTotals(near.statements), ['users_public_idx', 'connections_pkey']);
    const filled = await recorded.call('/constellation?limit=50', unlinked);
    expect(withoutTotals(filled.statements)).toHaveLength(4);
    await expectIndexed(withoutTotals(filled.statements), ['connections_strength_idx']);
  });

  it('NXT-134 a path executes one statement per link and three others, all through indexes', async () => {
    const [{ username }]: [{ username: string }] = await recorded.stack.dataSource.query(
      `SELECT u.username FROM users u JOIN sessions s ON s.user_id = u.id
        WHERE u.username <> $1 AND EXISTS (SELECT 1 FROM connections WHERE u.id IN (from_user_id, to_user_id))
        ORDER BY u.id LIMIT 1`,
      [caller.username],
    );
    const { statements } = await recorded.call(
      `/constellation/path?from=${caller.username}&to=${username}`,
      caller.sessionId,
    );
    expect(statements.length).toBeGreaterThanOrEqual(4);
    expect(statements.length).toBeLessThanOrEqual(9);
    await expectIndexed(statements, ['connections_pkey', 'connections_to_user_id_idx']);
  });

  it('NXT-015 a tag page and a line read their rows through indexes', async () => {
    const page = await recorded.call('/tags/saturn', caller.sessionId);
    expect(page.statements).toHaveLength(8);
    await expectIndexed(page.statements, [
      'tags_name_key',
      'tagged_items_pkey',
      'user_tags_tag_id_idx',
      'connections_pkey',
      'connections_to_user_id_idx',
      'servers_public_text_idx',
    ]);
    const line = await recorded.call(`/users/${other}/line`, caller.sessionId);
    expect(line.statements).toHaveLength(6);
    await expectIndexed(line.statements, [
      'connections_pkey',
      'user_tags_pkey',
      'server_members_user_id_idx',
    ]);
    const card = await recorded.call(`/users/${other}/card`, caller.sessionId);
    expect(card.statements).toHaveLength(3);
    await expectIndexed(card.statements, ['connections_pkey', 'user_tags_pkey']);
  });

  it.each([
    [
      '/home',
      7,
      // The messages of mentions are read by key or by time, whichever finds fewer.
      [
        'mentions_pkey',
        'posts_own_idx',
        'post_replies_post_idx',
        'post_replies_own_idx',
        'post_replies_parent_idx',
        'connections_pkey',
      ],
    ],
    [
      '/suggestions',
      1,
      ['users_pkey', 'servers_pkey', 'connections_pkey', 'user_tags_pkey', 'tags_name_key'],
    ],
    ['/bookmarks/keys', 1, ['bookmarks_own_idx']],
  ] as const)('NXT-161 %s reads its rows through indexes', async (path, count, indexes) => {
    const { statements } = await recorded.call(path, caller.sessionId);
    expect(statements).toHaveLength(count);
    await expectIndexed(statements, indexes);
  });

  it.each([
    ['/feeds/u/{username}/atom', 3, ['users_public_idx', 'posts_public_by_user_idx', 'posts_public_idx']],
    ['/feeds/t/saturn/json', 1, ['tagged_items_pkey', 'posts_pkey']],
    ['/feeds/t/nobody_carries_this/json', 1, ['tagged_items_pkey', 'posts_pkey']],
    ['/api/tags/saturn', 4, ['tags_name_key', 'tagged_items_pkey', 'user_tags_tag_id_idx', 'posts_pkey']],
    ['/api/tags/saturn/posts', 1, ['tagged_items_pkey', 'posts_pkey', 'ripples_newest_idx']],
  ] as const)('NXT-161 %s reads its rows through indexes for visitors', async (path, count, indexes) => {
    const { status, statements } = await recorded.recorder.getAsVisitor(
      path.replace('{username}', caller.username),
    );
    expect(status).toBe(200);
    expect(statements).toHaveLength(count);
    await expectIndexed(statements, indexes);
  });

  it(
    'TLK-472 a search of messages reads the newest ones of each place, and looks the others up',
    async () => {
      const { dataSource } = recorded.stack;
      const channels: { id: string }[] = await dataSource.query('SELECT id FROM channels');
      const ids = channels.map(({ id }) => id);
      while ((await indexMessages(dataSource, ids, 5_000)) === 5_000) continue;
      await dataSource.query('VACUUM ANALYZE message_terms');
      for (const q of ['zqx', 'zqx wvu']) {
        const { statements } = await recorded.call(
          `/search?kinds=messages&q=${encodeURIComponent(q)}`,
          caller.sessionId,
        );
        const reads = statements.filter(({ sql }) => sql.includes('message_terms'));
        expect(reads).toHaveLength(2);
        await expectIndexed(reads, ['message_terms_place_idx', 'message_terms_terms_idx', 'messages_pkey']);
      }
      const { statements } = await recorded.call('/search/places?q=chan', caller.sessionId);
      const names = statements.filter(({ sql }) => sql.includes('place.form'));
      expect(names).toHaveLength(1);
      await expectIndexed(names, ['server_members_user_id_idx', 'conversation_members_user_id_idx']);
    },
    LARGE_SETUP_TIMEOUT_MS,
  );

  describe('with 50,000 further members', () => {
    beforeAll(async () => {
      await makeMembers(recorded.stack.dataSource, 50_000);
      await recorded.stack.dataSource.query('ANALYZE users');
    }, LARGE_SETUP_TIMEOUT_MS);

    it.each([
      [
        'members',
        ['users_username_prefix_idx', 'users_display_name_form_idx', 'users_terms_idx', 'users_text_idx'],
      ],
      ['tags', ['tags_name_form_idx', 'tags_terms_idx', 'tags_name_part_idx']],
      [
        'dimensions',
        ['servers_public_name_form_idx', 'servers_public_terms_idx', 'server_members_user_id_idx'],
      ],
      ['pictures', ['images_public_idx', 'images_terms_idx', 'images_own_idx']],
      ['posts', ['posts_public_idx', 'posts_terms_idx', 'posts_own_idx']],
    ])('NXT-072 a search for %s uses indexes', async (kind, indexes) => {
      for (const q of ['zqx', 'zqx wvu']) {
        const path = `/search?kinds=${kind}&q=${encodeURIComponent(q)}`;
        const { statements } = await recorded.call(path, caller.sessionId);
        const reads = statements.filter(({ sql }) => sql.includes(' thing'));
        // Nothing is found, so names like the query are looked for.
        const isSecond = kind === 'members' || kind === 'tags' || (kind === 'posts' && q.includes(' '));
        expect(reads).toHaveLength(isSecond ? 2 : 1);
        await expectIndexed(reads, indexes);
        for (const statement of reads) {
          expect((await explain(recorded.stack.dataSource, statement)).scanned).not.toContain('users');
        }
      }
    });
  });
});
