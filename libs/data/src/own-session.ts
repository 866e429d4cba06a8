import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Notification } from 'pg';

const HEAR_MS = 2_000;

/** What to do where a connection has no session of its own. */
export const OWN_SESSION_NEEDED =
  'DATABASE_DIRECT_URL, or DATABASE_URL without it, leads to a pooler that shares sessions between clients, such as ' +
  'PgBouncer in transaction mode. Set DATABASE_DIRECT_URL to PostgreSQL itself.';

/**
 * Returns whether a connection that listens to a channel hears it. Behind a pooler that shares sessions it would not, and
 * its locks and settings would be those of other clients.
 * @param notify notifies the channel on another connection
 * @throws Error if the connection, or the other one, is lost
 */
export async function hearsChannel(
  client: Client,
  channel: string,
  notify: (channel: string) => Promise<unknown>,
  timeoutMs = HEAR_MS,
): Promise<boolean> {
  const received = new Promise<true>((resolve) => {
    client.on('notification', function hear(notification: Notification) {
      if (notification.channel !== channel) return;
      client.off('notification', hear);
      resolve(true);
    });
  });
  await notify(channel);
  if (await Promise.race([received, delay(timeoutMs, false, { ref: false })])) return true;
  // PostgreSQL delivers notifications before an answer, also to a process that was too busy to read them.
  await client.query('SELECT 1');
  return Promise.race([received, Promise.resolve(false)]);
}
