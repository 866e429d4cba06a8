import type { DataSource } from 'typeorm';

/** The first server that all members share, its first channel, and a message there with reactions. */
export interface SharedServer {
  serverId: string;
  channelId: string;
  messageId: string;
  groupId: string;
}

/** Numbers of threads in a channel, of replies in each, and of followed threads and their followers. */
const THREADS = { started: 10_000, replies: 3, followed: 1_000, followers: 20 } as const;

const CONTENT_STATEMENTS = [
  // Twice as many posts, because every second one is archived. Every fifth is private.
  `INSERT INTO posts (user_id, title, content, markdown_content, tags, is_archived, is_public)
   SELECT u, 'Post ' || n, 'text', 'text', ARRAY['saturn', 'tag' || n], n % 2 = 0, n % 5 <> 1
     FROM generate_series(1, 2 * $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO boards (user_id, name, tags)
   SELECT u, 'Board ' || n, ARRAY['tag' || n] FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO objects (path, user_id, state)
   SELECT '/objects/' || u || '-' || n, u, 'used' FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u`,
  `INSERT INTO images (user_id, title, image_url, tags, ready_at, is_public)
   SELECT u, 'Image ' || n, '/objects/' || u || '-' || n, ARRAY['saturn', 'tag' || n], now(), n % 2 = 0
     FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  // The board with the least id shows a picture.
  `UPDATE images SET board_id = first.id
     FROM (SELECT DISTINCT ON (user_id) user_id, id FROM boards WHERE user_id = ANY($1::uuid[]) ORDER BY user_id, id) first
    WHERE images.user_id = first.user_id AND images.title = 'Image ' || least(2, $2::integer)`,
  `INSERT INTO capsules (user_id, name, tags)
   SELECT u, 'Capsule ' || n, ARRAY['tag' || n] FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO bookmarks (user_id, tag, opened_at)
   SELECT u, 'tag' || n, now() - interval '1 day' FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  // The board with the least id has all pictures.
  `INSERT INTO bookmarks (user_id, image_id, board_id)
   SELECT image.user_id, image.id, (SELECT id FROM boards WHERE user_id = image.user_id ORDER BY id LIMIT 1)
     FROM generate_series(1, $2::integer) n
     JOIN images image ON image.title = 'Image ' || n AND image.user_id = ANY($1::uuid[])`,
  `INSERT INTO profile_archives (user_id, title, markdown_content, tags)
   SELECT u, 'Archive ' || n, 'text', ARRAY['tag' || n]
     FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO sessions (id, user_id, address, expires_at)
   SELECT encode(sha256((u || '-' || n)::bytea), 'hex'), u, '198.51.' || n || '.0/24', now() + interval '30 days'
     FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u`,
  `INSERT INTO account_activity (user_id, kind)
   SELECT u, 'signed_in' FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  // A name is 20 characters at most. Members have few.
  `INSERT INTO former_usernames (username, user_id, held_until)
   SELECT left(replace(uuidv4()::text, '-', ''), 20), u, now() + interval '90 days'
     FROM generate_series(1, least($2::integer, 3)) n, unnest($1::uuid[]) u`,
] as const;

/** Limits the duration of a single statement. */
const MEMBERS_PER_STATEMENT = 100;

export async function makeContent(
  dataSource: DataSource,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  for (let start = 0; start < userIds.length; start += MEMBERS_PER_STATEMENT) {
    const batch = userIds.slice(start, start + MEMBERS_PER_STATEMENT);
    for (const statement of CONTENT_STATEMENTS) await dataSource.query(statement, [batch, count]);
  }
}

/**
 * Adds replies and ripples of the first `count` members to the newest shown post of each member.
 * @returns the post of the first member
 */
export async function makeResponses(
  dataSource: DataSource,
  userIds: readonly string[],
  count: number,
): Promise<string> {
  const posts: { id: string; user_id: string }[] = await dataSource.query(
    `SELECT DISTINCT ON (user_id) id, user_id FROM posts
      WHERE user_id = ANY($1::uuid[]) AND is_public AND NOT is_archived ORDER BY user_id, id DESC`,
    [userIds],
  );
  const postIds = posts.map(({ id }) => id);
  const senders = userIds.slice(0, count);
  await dataSource.query(
    `INSERT INTO post_replies (post_id, user_id, content)
     SELECT post, sender, 'hello' FROM unnest($1::uuid[]) post, unnest($2::uuid[]) sender`,
    [postIds, senders],
  );
  await dataSource.query(
    'INSERT INTO ripples (post_id, user_id) SELECT post, sender FROM unnest($1::uuid[]) post, unnest($2::uuid[]) sender',
    [postIds, senders],
  );
  return posts.find(({ user_id }) => user_id === userIds[0])?.id ?? '';
}

/**
 * Makes `count` cases about each of the first `count` members but one, spread over the servers of the first member and
 * with one report each, spread over all members. Every tenth case is open. Makes as many that no dimension handles, every second
 * of which is open, and assigned to the first member.
 */
export async function makeCases(
  dataSource: DataSource,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  await dataSource.query(
    `WITH places AS (
       SELECT array_agg(server_id ORDER BY server_id) AS servers FROM server_members WHERE user_id = ($1::uuid[])[1]
     ), numbered AS (
       SELECT about, (row_number() OVER (ORDER BY n, about))::integer AS place
         FROM generate_series(1, $2::integer) n CROSS JOIN unnest(($1::uuid[])[2:$2 + 1]) about
     ), made AS (
       INSERT INTO cases (kind, subject_id, server_id, about_user_id, reason, snapshot, state, outcome, closed_at)
       SELECT 'message', gen_random_uuid(), servers[1 + place % cardinality(servers)], about, 'spam',
              '{"title":"Server 1"}', CASE WHEN is_open THEN 'open' ELSE 'closed' END,
              CASE WHEN NOT is_open THEN 'none' END, CASE WHEN NOT is_open THEN now() END
         FROM numbered CROSS JOIN places
         -- Each server has open cases.
         CROSS JOIN LATERAL (SELECT (place - 1) / cardinality(servers) % 2 = 0 AS is_open) AS states ORDER BY place
       RETURNING id
     )
     INSERT INTO reports (case_id, reporter_id, reason)
     SELECT id, ($1::uuid[])[1 + (row_number() OVER ())::integer / cardinality(servers) % cardinality($1::uuid[])], 'spam'
       FROM made CROSS JOIN places`,
    [userIds, count],
  );
  await dataSource.query(
    // The first member has a few of them, an open and a closed one at least, and reported these.
    `WITH made AS (
       INSERT INTO cases (kind, subject_id, about_user_id, reason, assigned_to, state, outcome, closed_at)
       SELECT 'member', gen_random_uuid(), about.id, 'spam', ($1::uuid[])[((n - 1) / 2 + about.place - 1) % cardinality($1::uuid[]) + 1],
              CASE WHEN is_open THEN 'open' ELSE 'closed' END,
              CASE WHEN NOT is_open THEN 'none' END, CASE WHEN NOT is_open THEN now() END
         FROM generate_series(1, $2::integer) n
        CROSS JOIN unnest(($1::uuid[])[2:$2 + 1]) WITH ORDINALITY about (id, place)
        CROSS JOIN LATERAL (SELECT n % 2 = 1 AS is_open) AS states
       RETURNING id, assigned_to
     )
     INSERT INTO reports (case_id, reporter_id, reason) SELECT id, assigned_to, 'spam' FROM made`,
    [userIds, count],
  );
}

/** Inserts waves of spam: for each open one, which has a text of every member, 50 dismissed ones. @returns the id of an open one */
export async function makeWaves(
  dataSource: DataSource,
  userIds: readonly string[],
  count: number,
): Promise<string> {
  const rows: { id: string }[] = await dataSource.query(
    `WITH open AS (
       INSERT INTO spam_waves (accounts, texts) SELECT cardinality($1::uuid[]), cardinality($1::uuid[])
         FROM generate_series(1, $2::integer) RETURNING id
     ), closed AS (
       INSERT INTO spam_waves (state, decided_at) SELECT 'dismissed', now() FROM generate_series(1, 50 * $2::integer)
     ), texts AS (
       INSERT INTO new_texts (hash, user_id, kind, wave_id) SELECT 1, member, 'post', open.id FROM open, unnest($1::uuid[]) member
     )
     SELECT id FROM open LIMIT 1`,
    [userIds, count],
  );
  return rows[0]?.id ?? '';
}

/** Inserts an audit entry about every member into each server that the first one has joined. */
export async function makeAuditEntries(dataSource: DataSource, userIds: readonly string[]): Promise<void> {
  await dataSource.query(
    `INSERT INTO server_audit (server_id, kind, subject_id)
     SELECT server_id, 'member_removed', member FROM server_members, unnest($1::uuid[]) member
      WHERE user_id = ($1::uuid[])[1]`,
    [userIds],
  );
  await dataSource.query(
    `INSERT INTO staff_audit (kind, actor_id, subject_id)
     SELECT 'staff_added', ($1::uuid[])[1], member FROM unnest($1::uuid[]) member`,
    [userIds],
  );
}

/** Inserts an export that failed for each of the members into each server that the first one has joined. */
export async function makeServerExports(dataSource: DataSource, userIds: readonly string[]): Promise<void> {
  await dataSource.query(
    `INSERT INTO server_exports (server_id, user_id, state, failure, finished_at)
     SELECT server_id, requester, 'failed', 'cancelled', now() FROM server_members, unnest($1::uuid[]) requester
      WHERE user_id = ($1::uuid[])[1]`,
    [userIds],
  );
}

/** Inserts suspensions of each member that have ended, with decided appeals, and open appeals of all but the first one. */
export async function makeMeasures(
  dataSource: DataSource,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  await dataSource.query(
    `INSERT INTO measures (user_id, kind, rule, reason, ended_at, appeal, appealed_at, decision, decision_reason, decided_at)
     SELECT member, 'suspended', 'spam', 'Spam.', now(), 'No.', now(), 'upheld', 'Yes.', now()
       FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) member ORDER BY n`,
    [userIds, count],
  );
  await dataSource.query(
    `INSERT INTO measures (user_id, kind, rule, reason, appeal, appealed_at)
     SELECT member, 'suspended', 'spam', 'Spam.', 'No.', now() FROM unnest(($1::uuid[])[2:]) member`,
    [userIds],
  );
}

/** Inserts for each member an announcement, an invitation to register, and an entry of the waitlist that was invited. */
export async function makeConsoleRows(dataSource: DataSource, userIds: readonly string[]): Promise<void> {
  await dataSource.query(
    `INSERT INTO announcements (title, starts_at, ends_at, created_by)
     SELECT 'Maintenance', now() - interval '2 days', now() - interval '1 day', member FROM unnest($1::uuid[]) member`,
    [userIds],
  );
  await dataSource.query(
    `WITH entry AS (
       INSERT INTO waitlist_entries (email, oni_id, source)
       SELECT id || '@example.org', username, 'landing' FROM users WHERE id = ANY($1::uuid[]) RETURNING id
     )
     INSERT INTO registration_invites (entry_id, expires_at) SELECT id, now() + interval '14 days' FROM entry
      UNION ALL SELECT NULL, now() + interval '14 days' FROM entry`,
    [userIds],
  );
}

export async function makeMembers(dataSource: DataSource, count: number): Promise<string[]> {
  const rows: { id: string }[] = await dataSource.query(
    `INSERT INTO users (username, email, password)
     SELECT 'm_' || left(id::text, 8) || n, id || '@example.org', '!'
       FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(1, $1::integer) n) made RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Links each member with the next `reach` members, in a ring. */
export async function makeLinkRing(
  dataSource: DataSource,
  userIds: readonly string[],
  reach: number,
): Promise<void> {
  await dataSource.query(
    `INSERT INTO connections (from_user_id, to_user_id, shared_tags, strength, created_at)
     SELECT least(one.id, other.id), greatest(one.id, other.id), array_fill('saturn'::text, ARRAY[1 + step % 20]),
            1 + step % 20, now() - step * interval '1 day'
       FROM unnest($1::uuid[]) WITH ORDINALITY one (id, n)
      CROSS JOIN generate_series(1, $2::integer) step
       JOIN unnest($1::uuid[]) WITH ORDINALITY other (id, n)
         ON other.n = 1 + (one.n - 1 + step) % cardinality($1::uuid[])
     ON CONFLICT DO NOTHING`,
    [userIds, reach],
  );
}

/**
 * Makes new members that the first member blocks and mutes, and adds blocks and mutes between each other member and the next
 * `count` ones.
 */
export async function makeHiddenMembers(
  dataSource: DataSource,
  [caller = '', ...userIds]: readonly string[],
  count: number,
): Promise<void> {
  const strangers = await makeMembers(dataSource, count);
  for (const [table, columns, values] of [
    ['blocks', 'member_id, other_id, is_own', 'own.id, other.id, true'],
    ['blocks', 'other_id, member_id, is_own', 'own.id, other.id, false'],
    ['mutes', 'member_id, other_id', 'own.id, other.id'],
  ] as const) {
    await dataSource.query(
      `INSERT INTO ${table} (${columns})
       SELECT ${values} FROM unnest($1::uuid[]) own (id) CROSS JOIN unnest($2::uuid[]) other (id)
       UNION ALL
       SELECT ${values} FROM unnest($3::uuid[]) WITH ORDINALITY own (id, n)
         JOIN unnest($3::uuid[]) WITH ORDINALITY other (id, n) ON other.n BETWEEN own.n + 1 AND own.n + $4::integer`,
      [[caller], strangers, userIds, count],
    );
  }
}

/** Gives each member an entry about each of the next `reach` members. Of ten, one is unread, two done and one has a reminder. */
export async function makeNotifications(
  dataSource: DataSource,
  userIds: readonly string[],
  reach: number,
): Promise<void> {
  await dataSource.query(
    `INSERT INTO notifications (recipient_id, actor_id, kind, cause, group_key, read_at, put_away_at, remind_at)
     SELECT one.id, other.id, CASE step % 10 WHEN 0 THEN 'link' ELSE 'invite' END, 'test:' || step, 'test:' || step,
            CASE step % 10 WHEN 1 THEN NULL ELSE now() END, CASE WHEN step % 10 IN (2, 3, 4) THEN now() END,
            CASE step % 10 WHEN 4 THEN now() + step * interval '1 hour' END
       FROM unnest($1::uuid[]) WITH ORDINALITY one (id, n)
      CROSS JOIN generate_series(1, $2::integer) step
       JOIN unnest($1::uuid[]) WITH ORDINALITY other (id, n)
         ON other.n = 1 + (one.n - 1 + step) % cardinality($1::uuid[])
     ON CONFLICT DO NOTHING`,
    [userIds, reach],
  );
}

/**
 * Inserts public servers that all members have joined; the first member owns them. Every member also has a ban and an
 * invite in each. The first server gets the channels, and its first channel the messages. All members react to the second and
 * the last message with 50 emojis each. A hundred messages mention all members, who have drafts in all channels of the first
 * server, belong to its groups, and want to hear nothing of its first channel. The latest messages start threads. Each message
 * has a picture and a video, and one in a hundred a link.
 */
export async function makeSharedServers(
  dataSource: DataSource,
  userIds: readonly string[],
  { servers, channels, messages }: { servers: number; channels: number; messages: number },
): Promise<SharedServer> {
  const made: { id: string }[] = await dataSource.query(
    `INSERT INTO servers (owner_id, name, is_public, member_count)
     SELECT $1, 'Server ' || n, true, $3 FROM generate_series(1, $2::integer) n RETURNING id`,
    [userIds[0], servers, userIds.length],
  );
  const serverIds = made.map(({ id }) => id);
  await dataSource.query(
    `INSERT INTO server_members (server_id, user_id, role, joined_at)
     SELECT server, member.id, CASE WHEN member.n = 1 THEN 'owner' ELSE 'member' END, now() - member.n * interval '1 hour'
       FROM unnest($1::uuid[]) server, unnest($2::uuid[]) WITH ORDINALITY member (id, n)`,
    [serverIds, userIds],
  );
  await dataSource.query(
    'INSERT INTO server_removals (server_id, user_id) SELECT server, member FROM unnest($1::uuid[]) server, unnest($2::uuid[]) member',
    [serverIds, userIds],
  );
  await dataSource.query(
    `INSERT INTO time_outs (server_id, user_id, until, reason)
     SELECT server, member, now() + interval '1 day', 'Spoilers.' FROM unnest($1::uuid[]) server, unnest($2::uuid[]) member`,
    [serverIds, userIds],
  );
  await dataSource.query(
    `INSERT INTO applications (server_id, user_id, answers)
     SELECT server, member, '[]' FROM unnest($1::uuid[]) server, unnest($2::uuid[]) member`,
    [serverIds, userIds],
  );
  await dataSource.query(
    `INSERT INTO invites (id, server_id, created_by, expires_at)
     SELECT gen_random_uuid(), server, member, now() + interval '1 day'
       FROM unnest($1::uuid[]) server, unnest($2::uuid[]) member`,
    [serverIds, userIds],
  );
  const rows: { id: string }[] = await dataSource.query(
    `INSERT INTO channels (server_id, name) SELECT $1, 'channel ' || n FROM generate_series(1, $2::integer) n
     RETURNING id`,
    [serverIds[0], channels],
  );
  const channelId = rows[0]?.id ?? '';
  await dataSource.query(
    `INSERT INTO channel_categories (server_id, name, position)
     SELECT server, 'category ' || n, n FROM unnest($1::uuid[]) server, generate_series(1, 50) n`,
    [serverIds],
  );
  await dataSource.query(
    `INSERT INTO slow_mode_marks (channel_id, user_id, written_at)
     SELECT channel, member, now() FROM unnest($1::uuid[]) channel, unnest($2::uuid[]) member`,
    [rows.map(({ id }) => id), userIds],
  );
  await dataSource.query(
    `INSERT INTO held_messages (server_id, channel_id, user_id, content, nonce)
     SELECT server, channel, member, 'Free nitro.', server || '-' || n
       FROM unnest($1::uuid[]) server, unnest(($2::uuid[])[1:3]) channel, unnest($3::uuid[]) member, generate_series(1, 2) n
      ORDER BY n`,
    [serverIds, rows.map(({ id }) => id), userIds],
  );
  await dataSource.query(
    `INSERT INTO scheduled_messages (user_id, channel_id, content, nonce, send_at, due_at)
     SELECT member, channel, 'Clear skies tonight.', channel || '-' || n, at, at
       FROM unnest(($1::uuid[])[1:10]) channel, unnest($2::uuid[]) member, generate_series(1, 2) n,
            LATERAL (SELECT now() + n * interval '1 day') AS own (at)`,
    [rows.map(({ id }) => id), userIds],
  );
  await dataSource.query(
    `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, created_at)
     SELECT $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], n, n,
            CASE n % 100 WHEN 2 THEN 'https://example.org/' || n ELSE 'hello' END, n::text,
            now() - ($3 - n) * interval '5 minutes'
       FROM generate_series(1, $3::integer) n`,
    [channelId, userIds, messages],
  );
  await dataSource.query(
    `WITH used AS MATERIALIZED (
       SELECT DISTINCT ON (seq, n) seq, chr(128512 + n) AS emoji, uuidv7() AS first_id
         FROM unnest(ARRAY[2, $3::integer]) seq, generate_series(0, 49) n
     )
     INSERT INTO message_reactions (user_id, channel_id, seq, emoji, first_id)
     SELECT member, $1, seq, emoji, first_id FROM used, unnest($2::uuid[]) member`,
    [channelId, userIds, messages],
  );
  const [[reacted]]: [{ id: string }[], number] = await dataSource.query(
    'UPDATE messages SET reacted_at = now() WHERE channel_id = $1 AND seq IN (2, $2) RETURNING id',
    [channelId, messages],
  );
  await dataSource.query(
    'INSERT INTO pins (channel_id, seq) SELECT id, seq FROM unnest($1::uuid[]) id, generate_series(1, 50) seq',
    [rows.map(({ id }) => id)],
  );
  await dataSource.query(
    `INSERT INTO mentions (user_id, channel_id, seq)
     SELECT member, $1, seq FROM unnest($2::uuid[]) member, generate_series(1, $3::integer, 1 + $3 / 100) seq`,
    [channelId, userIds, messages],
  );
  await dataSource.query(
    `INSERT INTO drafts (user_id, channel_id, content, rev)
     SELECT member, channel, 'Is anyone still', nextval('draft_revisions')
       FROM unnest($1::uuid[]) member, unnest($2::uuid[]) channel`,
    [userIds, rows.map(({ id }) => id)],
  );
  await dataSource.query(
    `INSERT INTO channel_attention (user_id, channel_id, level) SELECT member, $2, 'nothing' FROM unnest($1::uuid[]) member`,
    [userIds, channelId],
  );
  await dataSource.query(
    'INSERT INTO channel_grants (channel_id, server_id, user_id) SELECT $2, $3, member FROM unnest($1::uuid[]) member',
    [userIds, channelId, serverIds[0]],
  );
  await dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
    channelId,
    messages,
  ]);
  await makeFiles(dataSource, channelId);
  await makeThreads(dataSource, userIds, channelId);
  const groupId = await makeGroups(dataSource, userIds, serverIds[0] ?? '');
  return { serverId: serverIds[0] ?? '', channelId, messageId: reacted?.id ?? '', groupId };
}

/**
 * Puts the first members each into groups with another one, so many that they read and as many that wait as requests. The
 * first member follows a thread in each.
 */
export async function makeConversations(
  dataSource: DataSource,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  await dataSource.query(
    `WITH planned AS (
       SELECT uuidv7() AS channel_id, ($1::uuid[])[member] AS user_id, ($1::uuid[])[member % cardinality($1::uuid[]) + 1] AS other_id,
              CASE WHEN n > $2::integer THEN 'requested' ELSE 'joined' END AS state
         FROM generate_series(1, least(4, cardinality($1::uuid[]))) member, generate_series(1, 2 * $2::integer) n
     ), talk AS (
       INSERT INTO channels (id, name, is_conversation, last_seq, last_rev) SELECT channel_id, '', true, 1, 1 FROM planned
     ), stored AS (
       INSERT INTO conversations (channel_id, is_group) SELECT channel_id, true FROM planned
     ), written AS (
       INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, reacted_at)
       SELECT channel_id, other_id, 1, 1, 'hello', '1', now() FROM planned RETURNING id, channel_id
     )
     INSERT INTO conversation_members (channel_id, user_id, state, activity_id)
     SELECT channel_id, member.id, member.state, written.id FROM planned JOIN written USING (channel_id)
      CROSS JOIN LATERAL (VALUES (user_id, state), (other_id, 'joined')) AS member (id, state)`,
    [userIds, count],
  );
  await dataSource.query(
    `WITH planned AS MATERIALIZED (
       SELECT uuidv7() AS thread_id, uuidv7() AS reply_id, own.channel_id, own.user_id, own.activity_id AS message_id
         FROM conversation_members own WHERE own.user_id = ANY ($1) AND own.state = 'joined' LIMIT $2
     ), thread AS (
       INSERT INTO channels (id, name, parent_id, parent_message_id, is_conversation, last_seq, last_rev, activity_id)
       SELECT thread_id, '', channel_id, message_id, true, 1, 1, reply_id FROM planned
     ), reply AS (
       INSERT INTO messages (id, channel_id, user_id, seq, rev, content, nonce)
       SELECT reply_id, thread_id, user_id, 1, 1, 'hello', '1' FROM planned
     ), reacted AS (
       INSERT INTO message_reactions (user_id, channel_id, seq, emoji, first_id)
       SELECT user_id, channel_id, 1, '🪐', uuidv7() FROM planned
     )
     INSERT INTO thread_follows (user_id, channel_id, conversation_id) SELECT user_id, thread_id, channel_id FROM planned`,
    [userIds.slice(0, 1), count],
  );
}

/** Gives each message of a channel a picture and a video. */
async function makeFiles(dataSource: DataSource, channelId: string): Promise<void> {
  await dataSource.query(
    `INSERT INTO objects (path, user_id, state)
     SELECT '/objects/' || kind || id, user_id, 'used' FROM messages, unnest(ARRAY['picture', 'video']) kind
      WHERE channel_id = $1`,
    [channelId],
  );
  await dataSource.query(
    `INSERT INTO attachments (user_id, object_path, name, size, kind, ready_at, message_id, channel_id, listed_in, place)
     SELECT user_id, '/objects/' || kind || id, kind, 8, kind, now(), id, $1, $1, place
       FROM messages, unnest(ARRAY['picture', 'video']) WITH ORDINALITY given (kind, place) WHERE channel_id = $1`,
    [channelId],
  );
  await dataSource.query('UPDATE messages SET has_files = true WHERE channel_id = $1', [channelId]);
}

/** Makes the groups of a server, to each of which all members belong. @returns one of them */
async function makeGroups(
  dataSource: DataSource,
  userIds: readonly string[],
  serverId: string,
): Promise<string> {
  const groups: { id: string }[] = await dataSource.query(
    `INSERT INTO member_groups (server_id, name, color) SELECT $1, 'group_' || n, 'accent' FROM generate_series(1, 50) n RETURNING id`,
    [serverId],
  );
  await dataSource.query(
    'INSERT INTO group_members (group_id, server_id, user_id) SELECT made, $2, member FROM unnest($1::uuid[]) made, unnest($3::uuid[]) member',
    [groups.map(({ id }) => id), serverId, userIds],
  );
  return groups[0]?.id ?? '';
}

/**
 * Starts threads on the latest messages of a channel, which get a reaction each, with replies by the first members, who
 * follow the latest threads.
 */
async function makeThreads(
  dataSource: DataSource,
  userIds: readonly string[],
  channelId: string,
): Promise<void> {
  await dataSource.query(
    `INSERT INTO channels (name, parent_id, parent_server_id, parent_message_id, started_by, last_seq, last_rev)
     SELECT '', channel.id, channel.server_id, message.id, $2, $3, $3
       FROM channels channel JOIN messages message ON message.channel_id = channel.id
      WHERE channel.id = $1 AND message.seq > channel.last_seq - ${THREADS.started}`,
    [channelId, userIds[0], Math.min(userIds.length, THREADS.replies)],
  );
  await dataSource.query(
    `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
     SELECT thread.id, ($2::uuid[])[n], n, n, 'hello', n::text
       FROM channels thread CROSS JOIN generate_series(1, thread.last_seq) n WHERE thread.parent_id = $1`,
    [channelId, userIds],
  );
  await dataSource.query(
    `UPDATE channels thread SET activity_id = newest.id FROM messages newest
      WHERE thread.parent_id = $1 AND newest.channel_id = thread.id AND newest.seq = thread.last_seq`,
    [channelId],
  );
  await dataSource.query(
    `INSERT INTO thread_follows (user_id, server_id, channel_id)
     SELECT member.user_id, thread.parent_server_id, thread.id
       FROM (SELECT * FROM channels WHERE parent_id = $1 ORDER BY activity_id DESC LIMIT ${THREADS.followed}) thread
       JOIN server_members member ON member.server_id = thread.parent_server_id AND member.user_id = ANY($2::uuid[])`,
    [channelId, userIds.slice(0, THREADS.followers)],
  );
  await dataSource.query(
    `WITH added AS (
       INSERT INTO games (channel_id, parent_id, number, kind, bank_seconds, move_seconds, is_open_to_visitors, status)
       SELECT id, parent_id, row_number() OVER (ORDER BY id), 'chess', 600, 5, row_number() OVER (ORDER BY id) % 10 = 0,
              CASE WHEN row_number() OVER (ORDER BY id) % 10 = 0 THEN 'active' ELSE 'over' END
         FROM channels WHERE parent_id = $1
       RETURNING channel_id, number
     )
     INSERT INTO game_players (game_id, seat, user_id)
     SELECT channel_id, seat, ($2::uuid[])[1 + (number + seat) % cardinality($2::uuid[])] FROM added, generate_series(0, 1) seat`,
    [channelId, userIds],
  );
  await dataSource.query(
    `WITH started AS (
       UPDATE messages SET reacted_at = now() FROM channels thread
        WHERE thread.parent_id = $1 AND messages.id = thread.parent_message_id RETURNING messages.seq
     )
     INSERT INTO message_reactions (user_id, channel_id, seq, emoji, first_id)
     SELECT $2, $1, seq, '🪐', uuidv7() FROM started ON CONFLICT DO NOTHING`,
    [channelId, userIds[0]],
  );
}

export async function makeEmptyServers(
  dataSource: DataSource,
  ownerId: string,
  count: number,
): Promise<void> {
  await dataSource.query(
    `INSERT INTO servers (owner_id, name, description, member_count)
     SELECT $1, 'Place ' || n, 'About ' || md5(n::text), n % 1000 FROM generate_series(1, $2::integer) n`,
    [ownerId, count],
  );
}

/** Inserts missing tags, among them those that `makeContent` uses. */
export async function makeTags(dataSource: DataSource, count: number): Promise<void> {
  await dataSource.query(
    `INSERT INTO tags (name, usage_count) SELECT 'tag' || n, n FROM generate_series(1, $1::integer) n
     ON CONFLICT DO NOTHING`,
    [count],
  );
}
