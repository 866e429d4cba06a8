import { isUuid } from '@oniverse/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { notFound } from '../cli/command-error.js';

/**
 * Makes a member a moderator of a server, adding them to it if necessary.
 * @throws Error if the server or the member does not exist, or the member owns the server
 */
export async function makeModerator(
  dataSource: DataSource,
  serverId: string,
  username: string,
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const users: { id: string }[] = await manager.query(
      'SELECT id FROM users WHERE username = $1 FOR KEY SHARE',
      [username.toLowerCase()],
    );
    const user = users[0];
    if (!user) throw notFound(`No member has the Oni ID ${username}.`);
    const isLocked = isUuid(serverId) && (await lockServer(manager, serverId));
    if (!isLocked) throw notFound(`No dimension has the id ${serverId}.`);
    const [updated]: [{ role: string }[], number] = await manager.query(
      `UPDATE server_members SET role = CASE role WHEN 'owner' THEN role ELSE 'moderator' END
        WHERE server_id = $1 AND user_id = $2 RETURNING role`,
      [serverId, user.id],
    );
    if (updated[0]?.role === 'owner') throw new Error(`${username} owns this dimension and stays its owner.`);
    if (updated.length > 0) return;
    await manager.query(
      `INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'moderator')`,
      [serverId, user.id],
    );
    await manager.query('UPDATE servers SET member_count = member_count + 1 WHERE id = $1', [serverId]);
    await manager.query(
      `INSERT INTO channel_reads (user_id, channel_id, read_seq)
       SELECT $2, id, last_seq FROM channels WHERE server_id = $1
       ON CONFLICT (user_id, channel_id) DO UPDATE SET read_seq = excluded.read_seq`,
      [serverId, user.id],
    );
  });
}

async function lockServer(manager: EntityManager, serverId: string): Promise<boolean> {
  const rows: unknown[] = await manager.query('SELECT 1 FROM servers WHERE id = $1 FOR NO KEY UPDATE', [
    serverId,
  ]);
  return rows.length > 0;
}
