import { createHash, randomBytes } from 'node:crypto';
import { freePort } from '@oniverse/embedded';
import { DedicatedTestStack, uniqueName } from '@oniverse/testing';
import { cpuOfChildren } from '../measure/cpu.js';
import { assignMembers } from './assign-members.js';
import { ServerProcess } from './server-process.js';
import type { Population, System } from './system.js';

/** The compiled backend. */
export const PROGRAM = new URL('../../../../../backend/dist/main.js', import.meta.url);
/** Messages per channel inserted before the run. */
const PAST_MESSAGES = 5_000;
const SERVICES = ['postgres', 'redis-server'];

export interface Oniverse extends System {
  readonly stack: DedicatedTestStack;
  addPublicServers(count: number): Promise<void>;
}

export async function startOniverse(): Promise<Oniverse> {
  const stack = await DedicatedTestStack.start({ durable: true });
  await insertHistory(stack);
  const server = await ServerProcess.start(
    PROGRAM,
    { ...stack.env(), TRUSTED_PROXIES: '127.0.0.1' },
    await freePort(),
  );
  return {
    name: 'oniverse',
    stack,
    server,
    servicesCpu: () => cpuOfChildren(SERVICES),
    populate: async (population) => {
      const { sessionIds, channelIds } = await insertPopulation(stack, population);
      return assignMembers(population, channelIds, (id) => sessionIds[id] ?? '');
    },
    addPublicServers: async (count) => {
      await stack.dataSource.query(
        `INSERT INTO servers (owner_id, name, description, member_count)
         SELECT owner.id, 'Place ' || n, 'About ' || md5(n::text), 1 + n % 1000
           FROM generate_series(1, $1::integer) AS n, LATERAL (SELECT id FROM users LIMIT 1) AS owner`,
        [count],
      );
      await stack.dataSource.query('VACUUM ANALYZE');
    },
    stop: async () => {
      await server.stop();
      await stack.stop();
    },
  };
}

/** An empty table would give untypical query plans, which PostgreSQL connections cache at first use. */
async function insertHistory(stack: DedicatedTestStack): Promise<void> {
  const { channelIds } = await insertPopulation(stack, { channels: 10, receivers: 10 });
  // Channel by channel, so that no statement exceeds the timeout on a busy machine.
  for (const channelId of channelIds) {
    await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, author.user_id, n, n, 'Long ago', n::text
         FROM generate_series(1, $2::integer) AS n,
              LATERAL (SELECT m.user_id FROM server_members m JOIN channels c ON c.server_id = m.server_id
                        WHERE c.id = $1 LIMIT 1) AS author`,
      [channelId, PAST_MESSAGES],
    );
  }
  await stack.dataSource.query('VACUUM ANALYZE');
}

/** Creates servers with a channel, their members and a session of each, in the order of the channels. */
export async function insertPopulation(
  { dataSource }: DedicatedTestStack,
  { channels, receivers, isPrivate = false }: Omit<Population, 'senders'>,
): Promise<{ sessionIds: string[]; channelIds: string[] }> {
  const prefix = uniqueName('b').slice(0, 12);
  const sessionIds = Array.from({ length: channels * receivers }, () =>
    randomBytes(32).toString('base64url'),
  );
  const hashes = sessionIds.map((sessionId) => createHash('sha256').update(sessionId).digest('hex'));
  await dataSource.query(
    `INSERT INTO users (username, email, password)
     SELECT $1 || '_' || n, $1 || '_' || n || '@example.org', '!' FROM generate_series(0, $2::integer - 1) AS n`,
    [prefix, sessionIds.length],
  );
  const users: { id: string }[] = await dataSource.query(
    `SELECT id FROM users WHERE left(username, length($1) + 1) = $1 || '_'
      ORDER BY substr(username, length($1) + 2)::integer`,
    [prefix],
  );
  const userIds = users.map(({ id }) => id);
  await dataSource.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '30 days' FROM unnest($1::text[], $2::uuid[]) AS s (id, user_id)`,
    [hashes, userIds],
  );
  const channelIds: string[] = [];
  for (let channel = 0; channel < channels; channel += 1) {
    const members = userIds.slice(channel * receivers, (channel + 1) * receivers);
    const rows: { id: string }[] = await dataSource.query(
      `WITH server AS (
         INSERT INTO servers (owner_id, name, is_public, member_count)
         VALUES ($1, $2, true, cardinality($3::uuid[])) RETURNING id
       ), members AS (
         INSERT INTO server_members (server_id, user_id, role)
         SELECT server.id, member, CASE WHEN member = $1 THEN 'owner' ELSE 'member' END
           FROM server, unnest($3::uuid[]) AS member
       )
       INSERT INTO channels (server_id, name, is_default, is_private) SELECT id, 'general', NOT $4, $4 FROM server RETURNING id`,
      [members[0], `Bench ${prefix} ${channel}`, members, isPrivate],
    );
    if (isPrivate)
      await dataSource.query(
        `INSERT INTO channel_grants (channel_id, server_id, user_id)
         SELECT channel.id, channel.server_id, member FROM channels channel, unnest($2::uuid[]) member WHERE channel.id = $1`,
        [rows[0]?.id, members],
      );
    channelIds.push(...rows.map(({ id }) => id));
  }
  await dataSource.query('ANALYZE');
  return { sessionIds, channelIds };
}
