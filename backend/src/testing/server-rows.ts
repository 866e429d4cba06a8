import type { ServerRole } from '@oniverse/contracts';
import type { User } from '@oniverse/data';
import type { DataSource } from 'typeorm';

/** Inserts memberships, joined in the given order. */
export async function addServerMembers(
  dataSource: DataSource,
  serverId: string,
  members: readonly User[],
): Promise<void> {
  for (const { id } of members) {
    await dataSource.query('INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', [serverId, id]);
  }
  await dataSource.query('UPDATE servers SET member_count = member_count + $2 WHERE id = $1', [
    serverId,
    members.length,
  ]);
}

/** Returns roles by user id. @throws Error if `member_count` or `owner_id` disagrees with the membership rows */
export async function listMemberRoles(
  dataSource: DataSource,
  serverId: string,
): Promise<Record<string, ServerRole>> {
  const rows: { user_id: string; role: ServerRole }[] = await dataSource.query(
    'SELECT user_id, role FROM server_members WHERE server_id = $1',
    [serverId],
  );
  const servers: { member_count: number; owner_id: string }[] = await dataSource.query(
    'SELECT member_count, owner_id FROM servers WHERE id = $1',
    [serverId],
  );
  const owner = rows.find(({ role }) => role === 'owner')?.user_id;
  const [server] = servers;
  if (server && (server.member_count !== rows.length || (owner !== undefined && owner !== server.owner_id))) {
    throw new Error(
      `The server has ${JSON.stringify(server)}, but ${rows.length} members and owner ${owner}`,
    );
  }
  return Object.fromEntries(rows.map(({ user_id: userId, role }) => [userId, role]));
}

export async function countServerRows(
  dataSource: DataSource,
  serverId: string,
  channelId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, column, id] of [
    ['servers', 'id', serverId],
    ['server_members', 'server_id', serverId],
    ['invites', 'server_id', serverId],
    ['channels', 'server_id', serverId],
    ['messages', 'channel_id', channelId],
    ['mentions', 'channel_id', channelId],
    ['channel_reads', 'channel_id', channelId],
    ['channel_attention', 'channel_id', channelId],
    ['server_attention', 'server_id', serverId],
    ['drafts', 'channel_id', channelId],
  ] as const) {
    const rows: { count: number }[] = await dataSource.query(
      `SELECT count(*)::integer AS count FROM ${table} WHERE ${column} = $1`,
      [id],
    );
    counts[table] = rows[0]?.count ?? -1;
  }
  return counts;
}
