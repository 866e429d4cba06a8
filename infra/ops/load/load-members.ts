import { createHash, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** A dimension of the load, which only its members see, and their sessions. */
export interface LoadDimension {
  serverId: string;
  channelIds: string[];
  members: { username: string; sessionId: string }[];
}

const CHANNELS_PER_DIMENSION = 10;
/** An account that is older counts as new for nothing. */
const ACCOUNT_AGE = '2 days';
const SESSION_AGE = '1 day';
/**
 * Members of the load. Nobody else can be one: no hash of a password is `!`, and nobody can sign in with it. The name and the address
 * show the mark to people.
 */
const IS_OF_LOAD = `password = '!' AND starts_with(username, 'load_') AND email LIKE '%@load.invalid'`;

/** Returns `count` numbers from 0, each in one of `parts` lists. */
const dealt = (count: number, parts: number): number[][] =>
  Array.from({ length: parts }, (_, part) =>
    Array.from({ length: Math.ceil((count - part) / parts) }, (_each, index) => part + index * parts),
  );

/** Creates members with a session of a day, and private dimensions of at most ten channels for them. */
export async function prepareLoad(
  dataSource: DataSource,
  { members, channels, public: isPublic = false }: { members: number; channels: number; public?: boolean },
): Promise<LoadDimension[]> {
  const run = randomBytes(3).toString('hex');
  const parts = Math.min(members, Math.ceil(channels / CHANNELS_PER_DIMENSION));
  const channelParts = dealt(channels, parts);
  const dimensions: LoadDimension[] = [];
  for (const [part, numbers] of dealt(members, parts).entries()) {
    const names = numbers.map((number) => `load_${run}_${number}`);
    const sessionIds = names.map(() => randomBytes(32).toString('base64url'));
    const hashes = sessionIds.map((sessionId) => createHash('sha256').update(sessionId).digest('hex'));
    const created = await dataSource.transaction(async (manager) => {
      const rows: { server_id: string; channel_ids: string[] }[] = await manager.query(
        `WITH members AS (
           INSERT INTO users (username, email, password, is_public, created_at)
           SELECT name, name || '@load.invalid', '!', $9, now() - $6::interval FROM unnest($1::text[]) AS name
           RETURNING id, username
         ), opened AS (
           INSERT INTO sessions (id, user_id, expires_at)
           SELECT hash, members.id, now() + $7::interval
             FROM unnest($1::text[], $2::text[]) AS given (name, hash) JOIN members ON username = name
         ), server AS (
           INSERT INTO servers (owner_id, name, is_public, member_count)
           SELECT id, $3, false, cardinality($1) FROM members WHERE username = ($1::text[])[1] RETURNING id, owner_id
         ), joined AS (
           INSERT INTO server_members (server_id, user_id, role)
           SELECT server.id, members.id, CASE WHEN owner_id = members.id THEN 'owner' ELSE 'member' END
             FROM server, members
         ), made AS (
           INSERT INTO channels (server_id, name, is_default)
           SELECT server.id, $4 || number, number = $5::integer FROM server, unnest($8::integer[]) AS number
           RETURNING id
         )
         SELECT server.id AS server_id, (SELECT array_agg(id) FROM made) AS channel_ids FROM server`,
        [
          names,
          hashes,
          `Load ${run} ${part}`,
          'channel-',
          channelParts[part]?.[0],
          ACCOUNT_AGE,
          SESSION_AGE,
          channelParts[part],
          isPublic,
        ],
      );
      return rows[0];
    });
    if (!created) throw new Error('The dimension was not created.');
    dimensions.push({
      serverId: created.server_id,
      channelIds: created.channel_ids,
      members: names.map((username, index) => ({ username, sessionId: sessionIds[index] ?? '' })),
    });
  }
  // Statements that were planned for empty tables would be slow until the next autovacuum.
  await dataSource.query('ANALYZE users, sessions, servers, server_members, channels');
  return dimensions;
}

/** Returns the ids of all members of loads, and of what they own. */
export async function findLoad(dataSource: DataSource): Promise<{ userIds: string[]; serverIds: string[] }> {
  const users: { id: string }[] = await dataSource.query(`SELECT id FROM users WHERE ${IS_OF_LOAD}`);
  const userIds = users.map(({ id }) => id);
  const servers: { id: string }[] = await dataSource.query(
    'SELECT id FROM servers WHERE owner_id = ANY ($1::uuid[])',
    [userIds],
  );
  return { userIds, serverIds: servers.map(({ id }) => id) };
}
