import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack, waitUntil } from '@oniverse/testing';
import { User } from './entities/user.entity.js';

describe('the database schema', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const tableNames = async (): Promise<string[]> => {
    const rows: { name: string }[] = await stack.dataSource.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('LIV-026 is the same in entities and migrations', async () => {
    const { upQueries } = await stack.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('LIV-026 can revert its newest migration and run it again', async () => {
    await stack.dataSource.undoLastMigration();
    expect(await stack.dataSource.runMigrations()).toHaveLength(1);
  });

  it('ENT-091 has the expected tables', async () => {
    expect(await tableNames()).toEqual([
      'account_activity',
      'account_tokens',
      'announcements',
      'applications',
      'attachments',
      'auth_challenges',
      'author_removals',
      'blocks',
      'boards',
      'bookmarks',
      'capsules',
      'case_files',
      'cases',
      'channel_attention',
      'channel_categories',
      'channel_grants',
      'channel_reads',
      'channels',
      'connections',
      'constellation_nodes',
      'conversation_members',
      'conversations',
      'disappearing_messages',
      'drafts',
      'email_changes',
      'export_addresses',
      'former_usernames',
      'game_players',
      'games',
      'group_members',
      'held_messages',
      'images',
      'incident_notes',
      'incidents',
      'indexed_channels',
      'invites',
      'link_history',
      'link_previews',
      'link_snapshots',
      'link_weeks',
      'maintenance_periods',
      'measures',
      'member_groups',
      'member_usage',
      'mentions',
      'message_links',
      'message_reactions',
      'message_terms',
      'message_versions',
      'messages',
      'migrations',
      'mutes',
      'new_texts',
      'notification_settings',
      'notifications',
      'object_passes',
      'objects',
      'open_players',
      'operations',
      'ops_audit',
      'outbox',
      'passkeys',
      'pins',
      'post_replies',
      'posts',
      'profile_archives',
      'proof_keys',
      'push_subscriptions',
      'radio_tracks',
      'radios',
      'recovery_codes',
      'registration_invites',
      'removed_texts',
      'reports',
      'ripples',
      'scheduled_messages',
      'server_attention',
      'server_audit',
      'server_exports',
      'server_filters',
      'server_members',
      'server_removals',
      'servers',
      'sessions',
      'site_settings',
      'slow_mode_marks',
      'spam_waves',
      'staff_audit',
      'stale_threads',
      'suggestions',
      'tagged_items',
      'tags',
      'thread_follows',
      'time_outs',
      'totp_factors',
      'upload_parts',
      'used_proofs',
      'user_tags',
      'users',
      'visits',
      'waitlist_entries',
    ]);
  });

  it('ENT-007 ENT-009 ENT-011 ENT-012 ENT-013 GAP-054 gives a new member the defaults', async () => {
    const users = stack.dataSource.getRepository(User);
    const { id } = await users.save({ username: 'fresh', email: 'fresh@example.org', password: '!' });
    expect(await users.findOneByOrFail({ id })).toMatchObject({
      profileMarkdown: '# Welcome to your digital shrine\n\nEdit this markdown to customize your space.',
      userBadges: [],
      profileTheme: 'main-cyberpunk',
      profileThemeMode: 'dark',
      isPublic: true,
      displayName: null,
    });
  });

  /** Returns each column as `type`, with `?` if nullable and `= default` if it has a default. */
  const columnsOf = async (table: string): Promise<Record<string, string>> => {
    const rows: { name: string; type: string; nullable: boolean; default: string | null }[] =
      await stack.dataSource.query(
        `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
                pg_get_expr(d.adbin, d.adrelid) AS "default"
           FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
          WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
        [table],
      );
    return Object.fromEntries(
      rows.map(({ name, type, nullable, default: value }) => [
        name,
        `${type}${nullable ? '?' : ''}${value === null ? '' : ` = ${value}`}`,
      ]),
    );
  };

  const id = 'uuid = uuidv7()';
  const now = 'timestamp with time zone = now()';
  const tags = "text[] = '{}'::text[]";
  const dated = { created_at: now, updated_at: now };

  it.each([
    [
      'ENT-001 ENT-002 ENT-003 ENT-004 ENT-005 ENT-006 ENT-007 ENT-008 ENT-009 ENT-010 ENT-011 ENT-012 ENT-013 ENT-014 LIM-003 users',
      'users',
      {
        id,
        username: 'text',
        email: 'text?',
        password: 'text',
        display_name: 'text?',
        bio: 'text?',
        enshin_badge: 'text?',
        user_badges: tags,
        profile_image_url: 'text?',
        profile_theme: "text = 'main-cyberpunk'::text",
        profile_theme_mode: "text = 'dark'::text",
        is_public: 'boolean = true',
        is_visible_to_visitors: 'boolean = false',
        has_feed: 'boolean = true',
        shows_link_previews: 'boolean = true',
        shows_seen_marks: 'boolean = false',
        first_messages_from: "text = 'all'::text",
        profile_links: tags,
        node_number: `integer = nextval('node_numbers'::regclass)`,
        ...dated,
      },
    ],
    [
      'ENT-015 ENT-016 ENT-017 ENT-018 ENT-019 ENT-020 ENT-021 ENT-022 ENT-023 posts',
      'posts',
      {
        id,
        user_id: 'uuid',
        title: 'text',
        content: 'text',
        markdown_content: 'text',
        tags,
        is_public: 'boolean = true',
        is_archived: 'boolean = false',
        are_replies_closed: 'boolean = false',
        ...dated,
      },
    ],
    [
      'NXT-023 post_replies',
      'post_replies',
      // Without an author if the account was erased.
      {
        id,
        post_id: 'uuid',
        user_id: 'uuid?',
        parent_id: 'uuid?',
        content: 'text',
        created_at: now,
        deleted_at: 'timestamp with time zone?',
      },
    ],
    [
      'SAF-300 cases',
      'cases',
      {
        id,
        number: `integer = nextval('case_numbers'::regclass)`,
        kind: 'text',
        subject_id: 'uuid?',
        server_id: 'uuid?',
        about_user_id: 'uuid?',
        reason: 'text',
        snapshot: 'jsonb?',
        snapshot_object: 'text?',
        state: "text = 'open'::text",
        handed_on_at: 'timestamp with time zone?',
        outcome: 'text?',
        outcome_reason: 'text?',
        closed_at: 'timestamp with time zone?',
        closed_by: 'uuid?',
        opened_at: now,
      },
    ],
    [
      'SAF-307 reports',
      'reports',
      // Without a reporter if the account was erased.
      {
        id,
        case_id: 'uuid',
        reporter_id: 'uuid?',
        reason: 'text',
        note: 'text?',
        snapshot: 'jsonb?',
        created_at: now,
      },
    ],
    [
      'SAF-105 server_audit',
      'server_audit',
      // Without an actor or subject if the account was erased.
      {
        id,
        server_id: 'uuid',
        kind: 'text',
        actor_id: 'uuid?',
        subject_id: 'uuid?',
        channel_id: 'uuid?',
        detail: "jsonb = '{}'::jsonb",
        created_at: now,
      },
    ],
    [
      'TLK-540 server_exports',
      'server_exports',
      // Without a dimension or an owner if it was deleted or the account was erased.
      {
        created_at: now,
        id,
        server_id: 'uuid?',
        user_id: 'uuid?',
        channel_id: 'uuid?',
        channel_name: 'text?',
        state: "text = 'waiting'::text",
        failure: 'text?',
        message_count: 'integer = 0',
        messages_done: 'integer = 0',
        file_count: 'integer = 0',
        files_done: 'integer = 0',
        size: 'bigint?',
        object_key: 'text?',
        parts_upload_id: 'text?',
        attempts: "smallint = '0'::smallint",
        claim_id: 'uuid?',
        claimed_until: 'timestamp with time zone?',
        finished_at: 'timestamp with time zone?',
        expires_at: 'timestamp with time zone?',
      },
    ],
    ['NXT-030 ripples', 'ripples', { id, post_id: 'uuid', user_id: 'uuid', created_at: now }],
    [
      'ENT-025 ENT-026 ENT-027 ENT-028 ENT-029 ENT-030 LIM-003 connections',
      'connections',
      {
        id,
        from_user_id: 'uuid',
        to_user_id: 'uuid',
        shared_tags: tags,
        strength: 'integer = 1',
        created_at: now,
      },
    ],
    [
      'ENT-031 ENT-032 ENT-033 ENT-034 LIM-003 tags',
      'tags',
      { id, name: 'text', usage_count: 'integer = 0', created_at: now },
    ],
    [
      'ENT-035 ENT-036 ENT-037 sessions',
      'sessions',
      { id: 'text', user_id: 'uuid', expires_at: 'timestamp with time zone' },
    ],
    [
      'ENT-038 ENT-039 ENT-040 ENT-041 ENT-042 ENT-043 capsules',
      'capsules',
      { id, user_id: 'uuid', name: 'text', description: 'text?', tags, ...dated },
    ],
    [
      'ENT-044 ENT-045 ENT-046 ENT-047 ENT-048 ENT-049 ENT-050 profile_archives',
      'profile_archives',
      {
        id,
        user_id: 'uuid',
        capsule_id: 'uuid?',
        title: 'text',
        markdown_content: 'text',
        tags,
        is_shown_publicly: 'boolean = false',
        created_at: now,
      },
    ],
    ['NXT-125 link_history', 'link_history', { user_id: 'uuid', month: 'date', links: 'bytea' }],
    ['NXT-125 link_snapshots', 'link_snapshots', { day: 'date', last_user_id: 'uuid?' }],
    [
      'ENT-051 ENT-052 ENT-053 ENT-054 ENT-055 ENT-056 ENT-057 boards',
      'boards',
      {
        id,
        user_id: 'uuid',
        name: 'text',
        description: 'text?',
        tags,
        is_public: 'boolean = true',
        ...dated,
      },
    ],
    [
      'ENT-058 ENT-059 ENT-060 ENT-061 ENT-062 ENT-063 ENT-064 ENT-065 ENT-066 images',
      'images',
      {
        id,
        user_id: 'uuid',
        board_id: 'uuid?',
        title: 'text?',
        description: 'text?',
        image_url: 'text',
        tags,
        is_public: 'boolean = true',
        ...dated,
      },
    ],
    [
      'ENT-067 ENT-068 ENT-069 ENT-070 ENT-071 ENT-072 ENT-073 LIM-003 servers',
      'servers',
      {
        id,
        owner_id: 'uuid',
        name: 'text',
        description: 'text?',
        is_public: 'boolean = true',
        has_link_previews: 'boolean = true',
        message_days: "smallint = '0'::smallint",
        former_message_days: 'smallint?',
        former_message_days_until: 'timestamp with time zone?',
        member_count: 'integer = 1',
        ...dated,
      },
    ],
    [
      'ENT-074 ENT-075 ENT-076 ENT-077 ENT-078 LIM-003 server_members',
      'server_members',
      {
        id,
        server_id: 'uuid',
        user_id: 'uuid',
        role: "text = 'member'::text",
        joined_at: now,
      },
    ],
    [
      'ENT-079 ENT-080 ENT-081 ENT-082 ENT-083 ENT-084 channels',
      'channels',
      {
        id,
        // Null for a thread, which has the following columns, and for a conversation.
        server_id: 'uuid?',
        parent_id: 'uuid?',
        parent_message_id: 'uuid?',
        parent_server_id: 'uuid?',
        started_by: 'uuid?',
        activity_id: 'uuid?',
        name: 'text',
        description: 'text?',
        is_default: 'boolean = false',
        is_conversation: 'boolean = false',
        most_seq: 'integer?',
        is_locked: 'boolean = false',
        slow_mode_seconds: 'integer?',
        message_days: 'smallint?',
        fade_minute: 'smallint?',
        former_message_days: 'smallint?',
        former_message_days_until: 'timestamp with time zone?',
        moon_at: 'timestamp with time zone?',
        first_seq: 'integer = 1',
        expired_seq: 'integer = 0',
        category_id: 'uuid?',
        position: 'integer?',
        ...dated,
      },
    ],
    [
      'TLK-420 conversations',
      'conversations',
      // Without the ids of two for a group, and after an erasure.
      {
        channel_id: 'uuid',
        is_group: 'boolean',
        disappears_after_days: "smallint = '0'::smallint",
        lower_id: 'uuid?',
        higher_id: 'uuid?',
      },
    ],
    [
      'TLK-450 disappearing_messages',
      'disappearing_messages',
      { message_id: 'uuid', disappears_at: 'timestamp with time zone' },
    ],
    ['TLK-472 indexed_channels', 'indexed_channels', { channel_id: 'uuid', seq: 'integer = 0' }],
    [
      'TLK-472 message_terms',
      'message_terms',
      {
        channel_id: 'uuid',
        seq: 'integer',
        message_id: 'uuid',
        place_id: 'uuid',
        root_id: 'uuid',
        terms: 'tsvector',
      },
    ],
    [
      'TLK-420 conversation_members',
      'conversation_members',
      { channel_id: 'uuid', user_id: 'uuid', state: 'text', activity_id: 'uuid?', joined_at: now },
    ],
    [
      'ENT-085 ENT-086 ENT-087 ENT-088 ENT-089 messages',
      'messages',
      // Without an author if the account was erased.
      {
        id,
        channel_id: 'uuid',
        user_id: 'uuid?',
        content: 'text',
        reply_to_seq: 'integer?',
        reacted_at: 'timestamp with time zone?',
        ...dated,
      },
    ],
    [
      'TLK-315 link_previews',
      'link_previews',
      {
        id,
        address_hash: 'text',
        state: "text = 'pending'::text",
        attempts: 'integer = 0',
        site: 'text?',
        title: 'text?',
        description: 'text?',
        picture_path: 'text?',
        picture_width: 'integer?',
        picture_height: 'integer?',
        created_at: now,
        fetched_at: 'timestamp with time zone?',
        expires_at: 'timestamp with time zone',
      },
    ],
    [
      'TLK-318 message_links',
      'message_links',
      // Without a preview if it was removed from the message.
      { channel_id: 'uuid', seq: 'integer', place: 'integer', address: 'text', preview_id: 'uuid?' },
    ],
    [
      'TLK-500 scheduled_messages',
      'scheduled_messages',
      {
        id,
        user_id: 'uuid',
        channel_id: 'uuid?',
        content: 'text',
        nonce: 'text',
        reply_to_seq: 'integer?',
        accepts_warning: 'boolean = false',
        send_at: 'timestamp with time zone',
        due_at: 'timestamp with time zone?',
        is_left: 'boolean = false',
        claimed_until: 'timestamp with time zone?',
        failure: 'jsonb?',
        created_at: now,
      },
    ],
    [
      'TLK-601 radios',
      'radios',
      {
        channel_id: 'uuid',
        track_id: 'uuid?',
        started_at: now,
        quiet_from: 'smallint?',
        quiet_to: 'smallint?',
        awaits_tracks: 'boolean = false',
      },
    ],
    [
      'TLK-603 radio_tracks',
      'radio_tracks',
      {
        id,
        channel_id: 'uuid',
        user_id: 'uuid',
        title: 'text',
        duration_ms: 'integer?',
        refusal: 'text?',
        created_at: now,
      },
    ],
    [
      'TLK-492 message_versions',
      'message_versions',
      { id, message_id: 'uuid', user_id: 'uuid', content: 'text', written_at: 'timestamp with time zone' },
    ],
    [
      'NXT-080 notifications',
      'notifications',
      {
        id,
        recipient_id: 'uuid',
        kind: 'text',
        cause: 'text',
        group_key: 'text',
        is_head: 'boolean = true',
        actor_id: 'uuid?',
        case_id: 'uuid?',
        post_id: 'uuid?',
        reply_id: 'uuid?',
        channel_id: 'uuid?',
        seq: 'integer?',
        message_seq: 'integer?',
        server_id: 'uuid?',
        created_at: now,
        read_at: 'timestamp with time zone?',
        put_away_at: 'timestamp with time zone?',
        remind_at: 'timestamp with time zone?',
        happened_at: 'timestamp with time zone?',
      },
    ],
    [
      'NXT-088 notification_settings',
      'notification_settings',
      {
        user_id: 'uuid',
        push_mentions: 'boolean = true',
        push_replies: 'boolean = true',
        push_ripples: 'boolean = false',
        push_links: 'boolean = false',
        push_invites: 'boolean = true',
        push_messages: 'boolean = true',
        push_kinds: "text[] = '{mention,reply,invite,message,direct,reminder,unsent,turn}'::text[]",
        quiet_from: 'text?',
        quiet_until: 'text?',
        time_zone: "text = 'UTC'::text",
        is_content_pushed: 'boolean = false',
      },
    ],
    [
      'NXT-090 push_subscriptions',
      'push_subscriptions',
      {
        session_id: 'text',
        user_id: 'uuid',
        endpoint: 'text',
        p256dh: 'text',
        auth: 'text',
        created_at: now,
        last_success_at: 'timestamp with time zone?',
      },
    ],
    [
      'ENT-092 waitlist_entries',
      'waitlist_entries',
      { email: 'text', oni_id: 'text?', access_key: 'text?', source: 'text' },
    ],
  ])('%s has the expected columns, types and defaults', async (_, table, columns) => {
    expect(await columnsOf(table)).toMatchObject(columns);
  });

  it('ENT-050 has no update time for profile archives', async () => {
    expect(Object.keys(await columnsOf('profile_archives'))).not.toContain('updated_at');
  });

  it.each([
    ['ENT-002 users', ['username']],
    ['ENT-003 users', ['email']],
    ['ENT-032 tags', ['name']],
    ['ENT-025 connections', ['from_user_id', 'to_user_id']],
    ['ENT-063 images', ['image_url']],
    ['ENT-076 server_members', ['server_id', 'user_id']],
    ['NXT-030 ripples', ['post_id', 'user_id']],
    ['TLK-020 message_reactions', ['user_id', 'channel_id', 'seq', 'emoji']],
    ['TLK-044 thread_follows', ['user_id', 'channel_id']],
    ['TLK-241 member_groups', ['server_id', 'name']],
    ['TLK-241 group_members', ['group_id', 'user_id']],
  ])('%s is unique by %j', async (name, columns) => {
    const rows: { columns: string[] }[] = await stack.dataSource.query(
      `SELECT array_agg(a.attname::text ORDER BY a.attname) AS columns
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
        WHERE c.conrelid = $1::regclass AND c.contype IN ('u', 'p') GROUP BY c.oid`,
      [name.split(' ')[1]],
    );
    expect(rows.map((row) => row.columns)).toContainEqual(columns.toSorted());
  });

  it('GAP-116 rejects links without tags or with another strength than their number of tags', async () => {
    const members: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO users (username, email, password)
       SELECT 'linked' || n, 'linked' || n || '@example.org', '!' FROM generate_series(1, 2) AS n RETURNING id`,
    );
    const ids = members.map(({ id }) => id).toSorted();
    const link = (strength: number, sharedTags: readonly string[]): Promise<unknown> =>
      stack.dataSource.query(
        'INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags) VALUES ($1, $2, $3, $4)',
        [...ids, strength, sharedTags],
      );
    for (const [strength, tags] of [
      [2, ['moon']],
      [1, ['moon', 'star']],
      [0, []],
    ] as const) {
      await expect(link(strength, tags)).rejects.toMatchObject({ constraint: 'connections_strength_check' });
    }
    await link(2, ['moon', 'star']);
  });

  it('GAP-043 deletes a member’s links, including those written concurrently', async () => {
    const { dataSource } = stack;
    const members: { id: string }[] = await dataSource.query(
      `INSERT INTO users (username, email, password)
       SELECT 'going' || n, 'going' || n || '@example.org', '!' FROM generate_series(1, 4) AS n RETURNING id`,
    );
    const [first, second, third, fourth] = members.map(({ id }) => id).toSorted();
    const LINK = `INSERT INTO connections (from_user_id, to_user_id, shared_tags) VALUES ($1, $2, '{moon}')`;
    const remainingLinks = async (): Promise<unknown> =>
      dataSource.query(
        'SELECT from_user_id AS from, to_user_id AS to FROM connections WHERE from_user_id = ANY($1) ORDER BY 1, 2',
        [members.map(({ id }) => id)],
      );
    for (const pair of [
      [first, second],
      [second, third],
      [third, fourth],
    ]) {
      await dataSource.query(LINK, pair);
    }
    await dataSource.query('DELETE FROM users WHERE id = $1', [second]);
    expect(await remainingLinks()).toEqual([{ from: third, to: fourth }]);

    let removal: Promise<unknown> | undefined;
    await dataSource.transaction(async (writer) => {
      await writer.query('SELECT FROM users WHERE id = ANY($1) FOR KEY SHARE', [[first, third]]);
      removal = dataSource.query('DELETE FROM users WHERE id = $1', [third]);
      await waitUntil('the removal to wait', async () => {
        const waiting: unknown[] = await dataSource.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM users%'`,
        );
        return waiting.length > 0;
      });
      await writer.query(LINK, [first, third]);
    });
    await removal;
    expect(await remainingLinks()).toEqual([]);
  });
});
