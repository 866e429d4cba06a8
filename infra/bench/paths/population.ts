import { HUB_TAG } from '@oniverse/data';
import type { DataSource } from 'typeorm';
import { type Population, populate } from '../search/population.js';

/** Members of each tag that a member is linked to. */
const LINKS_PER_TAG = 4;
const DIMENSIONS_PER_MEMBER = 3;
const MESSAGES_PER_CHANNEL = 100;

/** The members whose calls are measured, with much of everything: the expensive case. */
export interface Reader {
  id: string;
  username: string;
}

const OF_READER = { ownPosts: 20, replies: 200, mentions: 100, bookmarks: 200, dimensions: 20 } as const;

/**
 * Fills an empty database with content as for searches, and with links, dimensions, replies and ripples. Everything
 * happened after the readers left.
 * @returns the readers, who are public
 */
export async function populatePaths(
  dataSource: DataSource,
  population: Population,
  readers: number,
): Promise<Reader[]> {
  const members = await populate(dataSource, population);
  const query = (sql: string, values: unknown[] = []): Promise<unknown> => dataSource.query(sql, values);
  await query('UPDATE users SET is_visible_to_visitors = true WHERE is_public');
  await query(
    `INSERT INTO constellation_nodes (user_id, username, display_name)
     SELECT id, username, display_name FROM users WHERE is_public`,
  );
  await query(
    `INSERT INTO user_tags (user_id, tag_id)
     SELECT DISTINCT post.user_id, tags.id FROM posts post JOIN users ON users.id = post.user_id AND users.is_public
       JOIN tags ON tags.name = post.tags[1] WHERE post.is_public AND NOT post.is_archived`,
  );
  await query(
    `UPDATE tags SET is_hub = true
      WHERE id IN (SELECT tag_id FROM user_tags GROUP BY tag_id HAVING count(*) > greatest($1::float8, $2::float8))`,
    [HUB_TAG.members, HUB_TAG.shareOfMembers * population.members],
  );
  await query('VACUUM ANALYZE user_tags, tags, users');
  await query(
    `INSERT INTO connections (from_user_id, to_user_id, shared_tags, strength)
     SELECT user_id, other_id, array_agg(name), count(*)
       FROM (SELECT mine.user_id, theirs.user_id AS other_id, tags.name
               FROM user_tags mine JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
              CROSS JOIN LATERAL (SELECT user_id FROM user_tags
                                   WHERE tag_id = mine.tag_id AND user_id > mine.user_id
                                   ORDER BY user_id LIMIT ${LINKS_PER_TAG}) theirs) pair
      GROUP BY user_id, other_id`,
  );
  await query(
    `INSERT INTO ripples (post_id, user_id)
     SELECT post.id, $1 FROM (SELECT id FROM posts WHERE is_public ORDER BY id DESC LIMIT $2) post`,
    [members[0], population.posts / 5],
  );
  await query(
    `INSERT INTO post_replies (post_id, user_id, content)
     SELECT post.id, $1, 'Two seconds.' FROM (SELECT id FROM posts WHERE is_public ORDER BY id DESC LIMIT $2) post`,
    [members[0], population.posts / 5],
  );
  await insertChannels(dataSource, members);
  const chosen: Reader[] = await dataSource.query(
    `SELECT id, username FROM users
      WHERE is_public AND EXISTS (SELECT FROM connections WHERE from_user_id = users.id)
      ORDER BY md5(id::text) LIMIT $1`,
    [readers],
  );
  await insertReaders(
    dataSource,
    chosen.map(({ id }) => id),
  );
  await query('VACUUM ANALYZE');
  return chosen;
}

/** Inserts a channel with messages into each dimension, and members into dimensions. */
async function insertChannels(dataSource: DataSource, members: readonly string[]): Promise<void> {
  await dataSource.query(
    `INSERT INTO channels (server_id, name, is_default, last_seq, last_rev)
     SELECT id, 'general', true, ${MESSAGES_PER_CHANNEL}, ${MESSAGES_PER_CHANNEL} FROM servers`,
  );
  await dataSource.query(
    `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
     SELECT channels.id, $1, n, n, 'look up', gen_random_uuid()::text
       FROM channels, generate_series(1, ${MESSAGES_PER_CHANNEL}) n`,
    [members[0]],
  );
  await joinDimensions(dataSource, members, DIMENSIONS_PER_MEMBER);
}

async function joinDimensions(
  dataSource: DataSource,
  members: readonly string[],
  each: number,
): Promise<void> {
  await dataSource.query(
    `WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM servers)
     INSERT INTO server_members (server_id, user_id)
     SELECT numbered.id, member.id
       FROM unnest($1::uuid[]) WITH ORDINALITY AS member (id, place) CROSS JOIN generate_series(1, $2::integer) step
       JOIN numbered ON numbered.n = (member.place * 7919 + step * 104729) % (SELECT count(*) FROM servers)
     ON CONFLICT DO NOTHING`,
    [members, each],
  );
}

/** Inserts what happened since the readers left, a week ago. */
async function insertReaders(dataSource: DataSource, readers: readonly string[]): Promise<void> {
  const query = (sql: string): Promise<unknown> => dataSource.query(sql, [readers]);
  await query(
    `INSERT INTO visits (user_id, seen_at, suggested_at) SELECT id, now() - interval '7 days', now()
       FROM unnest($1::uuid[]) AS reader (id)`,
  );
  await query(
    `INSERT INTO posts (user_id, title, content, markdown_content)
     SELECT id, 'Slow light', 'x', 'x' FROM unnest($1::uuid[]) AS reader (id), generate_series(1, ${OF_READER.ownPosts})`,
  );
  await query(
    `INSERT INTO post_replies (post_id, user_id, content)
     SELECT post.id, other.id, 'Two seconds.' FROM posts post
      CROSS JOIN (SELECT id FROM users WHERE is_public LIMIT ${OF_READER.replies}) other
      WHERE post.user_id = ANY($1::uuid[]) AND post.title = 'Slow light'`,
  );
  await joinDimensions(dataSource, readers, OF_READER.dimensions);
  await query(
    `INSERT INTO mentions (user_id, channel_id, seq)
     SELECT membership.user_id, channel.id, n
       FROM server_members membership JOIN channels channel ON channel.server_id = membership.server_id,
            generate_series(1, ${OF_READER.mentions / OF_READER.dimensions}) n
      WHERE membership.user_id = ANY($1::uuid[])`,
  );
  await query(
    `INSERT INTO bookmarks (user_id, post_id)
     SELECT reader.id, post.id FROM unnest($1::uuid[]) AS reader (id),
            (SELECT id FROM posts WHERE is_public LIMIT ${OF_READER.bookmarks}) post`,
  );
  await query(
    `INSERT INTO bookmarks (user_id, tag)
     SELECT reader.id, kept.name FROM unnest($1::uuid[]) AS reader (id),
            (SELECT name FROM tags ORDER BY md5(name) LIMIT 20) kept`,
  );
}
