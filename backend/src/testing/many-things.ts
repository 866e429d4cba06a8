import type { DataSource } from 'typeorm';

/** The first dimension that the members share, and its first channel. */
export interface SharedPlace {
  serverId: string;
  channelId: string;
}

const THINGS = [
  // Archived by turns, and so twice as many; a few are hidden.
  `INSERT INTO posts (user_id, title, content, markdown_content, tags, is_archived, is_public)
   SELECT u, 'Post ' || n, 'text', 'text', ARRAY['saturn', 'tag' || n], n % 2 = 0, n % 5 <> 1
     FROM generate_series(1, 2 * $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO boards (user_id, name, tags)
   SELECT u, 'Board ' || n, ARRAY['tag' || n] FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO objects (path, user_id, state)
   SELECT '/objects/' || u || '-' || n, u, 'used' FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u`,
  `INSERT INTO images (user_id, title, image_url, tags, ready_at, is_public)
   SELECT u, 'Image ' || n, '/objects/' || u || '-' || n, ARRAY['tag' || n], now(), n % 2 = 0
     FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO capsules (user_id, name, tags)
   SELECT u, 'Capsule ' || n, ARRAY['tag' || n] FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO profile_archives (user_id, title, markdown_content, tags)
   SELECT u, 'Archive ' || n, 'text', ARRAY['tag' || n]
     FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u ORDER BY n`,
  `INSERT INTO sessions (id, user_id, expires_at)
   SELECT encode(sha256((u || '-' || n)::bytea), 'hex'), u, now() + interval '30 days'
     FROM generate_series(1, $2::integer) n, unnest($1::uuid[]) u`,
] as const;

/** How many members' things are made in one statement, so that none takes long. */
const MEMBERS_AT_ONCE = 100;

/** Gives each member so many of each kind of thing: one may have a great many. */
export async function makeThings(
  dataSource: DataSource,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  for (let start = 0; start < userIds.length; start += MEMBERS_AT_ONCE) {
    const some = userIds.slice(start, start + MEMBERS_AT_ONCE);
    for (const statement of THINGS) await dataSource.query(statement, [some, count]);
  }
}

/** Makes so many public members. @returns their ids */
export async function makeMembers(dataSource: DataSource, count: number): Promise<string[]> {
  const rows: { id: string }[] = await dataSource.query(
    `INSERT INTO users (username, email, password)
     SELECT 'm_' || left(id::text, 8) || n, id || '@example.org', '!'
       FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(1, $1::integer) n) made RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Connects each member with the next `reach` ones, as they stand in a ring. */
export async function makeRing(
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

/** Puts all members into so many public dimensions; the first has so many channels, and its first so many messages. */
export async function makePlaces(
  dataSource: DataSource,
  userIds: readonly string[],
  { servers, channels, messages }: { servers: number; channels: number; messages: number },
): Promise<SharedPlace> {
  const made: { id: string }[] = await dataSource.query(
    `INSERT INTO servers (owner_id, name, is_public, member_count)
     SELECT $1, 'Server ' || n, true, $3 FROM generate_series(1, $2::integer) n RETURNING id`,
    [userIds[0], servers, userIds.length],
  );
  const serverIds = made.map(({ id }) => id);
  await dataSource.query(
    `INSERT INTO server_members (server_id, user_id, joined_at)
     SELECT server, member.id, now() - member.n * interval '1 hour'
       FROM unnest($1::uuid[]) server, unnest($2::uuid[]) WITH ORDINALITY member (id, n)`,
    [serverIds, userIds],
  );
  const rows: { id: string }[] = await dataSource.query(
    `INSERT INTO channels (server_id, name) SELECT $1, 'channel ' || n FROM generate_series(1, $2::integer) n
     RETURNING id`,
    [serverIds[0], channels],
  );
  const place = { serverId: serverIds[0] ?? '', channelId: rows[0]?.id ?? '' };
  await dataSource.query(
    `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, created_at)
     SELECT $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], n, n, 'hello', n::text,
            now() - ($3 - n) * interval '5 minutes'
       FROM generate_series(1, $3::integer) n`,
    [place.channelId, userIds, messages],
  );
  await dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
    place.channelId,
    messages,
  ]);
  return place;
}

/** Makes the tags that `makeThings` gives, and others, where they are missing. */
export async function makeTags(dataSource: DataSource, count: number): Promise<void> {
  await dataSource.query(
    `INSERT INTO tags (name, usage_count) SELECT 'tag' || n, n FROM generate_series(1, $1::integer) n
     ON CONFLICT DO NOTHING`,
    [count],
  );
}
