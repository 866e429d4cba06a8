import type { DataSource } from 'typeorm';
import { notFound } from '../cli/command-error.js';

/**
 * Ends all sessions of a member, or of all members, and the export addresses that they made. Backends close the sockets within five seconds.
 * @param username the Oni ID of the member; null for all members
 * @returns the number of sessions that ended
 * @throws Error if the member does not exist
 */
export async function endSessions(dataSource: DataSource, username: string | null): Promise<number> {
  return dataSource.transaction(async (manager) => {
    if (username !== null) {
      // Serializes with a sign-in, which locks the row too.
      const users: unknown[] = await manager.query(
        'SELECT 1 FROM users WHERE username = $1 FOR NO KEY UPDATE',
        [username.toLowerCase()],
      );
      if (users.length === 0) throw notFound(`No member has the Oni ID ${username}.`);
    }
    const ended: { count: number }[] = await manager.query(
      `WITH ended AS (
         DELETE FROM sessions
          WHERE $1::text IS NULL OR user_id = (SELECT id FROM users WHERE username = $1)
          RETURNING user_id),
       addresses AS (
         DELETE FROM export_addresses
          WHERE $1::text IS NULL OR user_id = (SELECT id FROM users WHERE username = $1)),
       recorded AS (
         INSERT INTO account_activity (user_id, kind)
         SELECT DISTINCT user_id, 'sessions_ended' FROM ended)
       SELECT count(*)::integer AS count FROM ended`,
      [username?.toLowerCase() ?? null],
    );
    return ended[0]?.count ?? 0;
  });
}
