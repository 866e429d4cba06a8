import { OUTBOX_TOPICS } from '@oniverse/data';
import type { Client } from 'pg';

/** The tables of sessions, and of links and steps that open an account or its data. Push subscriptions are of sessions. */
const TABLES = [
  'push_subscriptions',
  'sessions',
  'auth_challenges',
  'account_tokens',
  'email_changes',
  'export_addresses',
];

/**
 * Ends all access that a restored database grants: some was ended since.
 * @param existing the tables of the database, which may be of an earlier version
 */
export async function endAccess(client: Client, existing: readonly string[]): Promise<void> {
  for (const table of TABLES) if (existing.includes(table)) await client.query(`DELETE FROM "${table}"`);
  // The worker would make new links for mails that are on their way, most of which were sent since.
  if (existing.includes('outbox'))
    await client.query(`DELETE FROM outbox WHERE topic = '${OUTBOX_TOPICS.sendMail}'`);
}
