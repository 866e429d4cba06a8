import { makeMember, makeSession, uniqueName } from '@oniverse/testing';
import type { Member } from '../live/load/commands.js';
import type { Oniverse } from '../live/systems/oniverse.js';

/** How large each hot spot is, and its ordinary neighbour. */
export interface Sizes {
  members: number;
  clients: number;
  links: number;
  posts: number;
  reactions: number;
  entries: number;
}

export const ORDINARY = 50;
/** The sizes of hot spots. */
export const HOT: Sizes = {
  members: 50_000,
  clients: 5_000,
  links: 5_000,
  posts: 100_000,
  reactions: 5_000,
  entries: 100_000,
};
export const SPOTS: Readonly<Record<keyof Sizes, string>> = {
  members: 'a dimension of 50,000 members',
  clients: 'a channel with 5,000 open clients',
  links: 'a member with 5,000 links',
  posts: 'a tag with 100,000 posts',
  reactions: 'a message with 5,000 reactions',
  entries: 'a night log of 100,000 entries',
};

export interface Place {
  serverId: string;
  channelId: string;
  /** A message in the middle of the latest page, with reactions. */
  messageId: string;
  /** Those who have the channel open, senders first. */
  clients: Member[];
}

/** One side of all comparisons. */
export interface Side {
  place: Place;
  /** The Oni ID of a member with links. */
  linked: string;
  linkedSession: string;
  tag: string;
  /** The sessions of two members with a long night log: one who sees it, and one who left the dimension that it is about. */
  logSession: string;
  hiddenLogSession: string;
  logMember: string;
}

const SENDERS = 5;
const MESSAGES = 200;

/** Makes a side. `reader` joins its dimension. */
export async function makeSide(oniverse: Oniverse, sizes: Sizes, readerId: string): Promise<Side> {
  const clients = await oniverse.populate({ channels: 1, receivers: sizes.clients, senders: SENDERS });
  const { dataSource } = oniverse.stack;
  const query = async (sql: string, parameters: unknown[]): Promise<Record<string, string>> => {
    const rows: Record<string, string>[] = await dataSource.query(sql, parameters);
    return rows[0] ?? {};
  };
  const channelId = clients[0]?.channelIds[0] ?? '';
  const { server_id: serverId = '' } = await query('SELECT server_id FROM channels WHERE id = $1', [
    channelId,
  ]);
  const prefix = uniqueName('h').slice(0, 8);

  await dataSource.query(
    `WITH added AS (
       INSERT INTO users (username, display_name, password)
       SELECT $1 || '_' || n, 'Member ' || n, '!' FROM generate_series(1, $2::integer) n RETURNING id
     ), joined AS (
       INSERT INTO server_members (server_id, user_id)
       SELECT $3::uuid, id FROM added UNION ALL SELECT $3, $4 RETURNING 1
     )
     UPDATE servers SET member_count = member_count + (SELECT count(*) FROM joined) WHERE id = $3`,
    [prefix, Math.max(sizes.members, sizes.reactions, sizes.clients) - sizes.clients, serverId, readerId],
  );
  await dataSource.query(
    `WITH author AS (SELECT user_id FROM server_members WHERE server_id = $2 LIMIT 1)
     INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
     SELECT $1, author.user_id, n, n, 'Line ' || n, n::text FROM author, generate_series(1, $3::integer) n`,
    [channelId, serverId, MESSAGES],
  );
  await dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
    channelId,
    MESSAGES,
  ]);
  const reacted = [channelId, MESSAGES - 20];
  await dataSource.query(
    'UPDATE messages SET reacted_at = now() WHERE channel_id = $1 AND seq = $2',
    reacted,
  );
  const { id: messageId = '' } = await query(
    'SELECT id FROM messages WHERE channel_id = $1 AND seq = $2',
    reacted,
  );
  await dataSource.query(
    `WITH given AS (
       SELECT user_id, uuidv7() AS id, row_number() OVER () % 2 AS which FROM server_members WHERE server_id = $1 LIMIT $4
     )
     INSERT INTO message_reactions (user_id, channel_id, seq, emoji, id, first_id)
     SELECT user_id, $2, $3, CASE which WHEN 0 THEN '🪐' ELSE '🔭' END, id, first_value(id) OVER (PARTITION BY which ORDER BY id)
       FROM given`,
    [serverId, channelId, MESSAGES - 20, sizes.reactions],
  );

  const { user: linked, sessionId: linkedSession } = await makeMember(dataSource);
  await dataSource.query(
    `WITH added AS (
       INSERT INTO users (username, password) SELECT $1 || 'l' || n, '!' FROM generate_series(1, $2::integer) n RETURNING id
     )
     INSERT INTO connections (from_user_id, to_user_id, shared_tags, strength)
     SELECT least(id, $3), greatest(id, $3), ARRAY[$4, 'stars'], 2 FROM added`,
    [prefix, sizes.links, linked.id, prefix],
  );

  await dataSource.query(
    `WITH author AS (SELECT user_id FROM server_members WHERE server_id = $2 LIMIT 100), known AS (
       INSERT INTO tags (name, usage_count) VALUES ($1, $3::integer)
     )
     INSERT INTO posts (user_id, title, content, markdown_content, tags)
     SELECT author.user_id, 'Post ' || n, repeat('text ', 100), repeat('text ', 100), ARRAY[$1, $1 || n % 20]
       FROM (SELECT array_agg(user_id) AS ids FROM author) authors, generate_series(1, $3::integer) n,
            LATERAL (SELECT authors.ids[1 + n % cardinality(authors.ids)] AS user_id) author`,
    [prefix, serverId, sizes.posts],
  );

  const { user: logged, sessionId: logSession } = await makeMember(dataSource);
  const { user: former, sessionId: hiddenLogSession } = await makeMember(dataSource);
  await dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [
    serverId,
    logged.id,
  ]);
  for (const recipient of [logged, former]) {
    await dataSource.query(
      `WITH actor AS (SELECT array_agg(user_id) AS ids FROM (
         SELECT user_id FROM server_members WHERE server_id = $2 AND user_id <> $1 LIMIT 1000) known)
       INSERT INTO notifications (recipient_id, actor_id, kind, cause, group_key, channel_id, message_seq, server_id, created_at)
       SELECT $1, actor.ids[1 + n % cardinality(actor.ids)], 'message', 'test:' || n, 'test:' || n, $3, 1 + n % $5::integer, $2,
              now() - n * interval '30 seconds'
         FROM actor, generate_series(1, $4::integer) n`,
      [recipient.id, serverId, channelId, sizes.entries, MESSAGES],
    );
  }
  return {
    place: { serverId, channelId, messageId, clients },
    linked: linked.username,
    linkedSession,
    tag: prefix,
    logSession,
    hiddenLogSession,
    logMember: logged.id,
  };
}

/** Adds members who join and leave. @returns their sessions */
export async function makeVisitors({ stack }: Oniverse, count: number): Promise<string[]> {
  const sessions: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { user } = await makeMember(stack.dataSource);
    sessions.push(await makeSession(stack.dataSource, user.id));
  }
  return sessions;
}
