import { brokenRule, DEFAULT_CHANNEL_NAME, readField, RULES } from '@oniverse/contracts';
import type { DataSource } from 'typeorm';
import { PLATFORM_ACCOUNT } from '../../seed/public-dimensions.js';

/** What a public server is called and what it is about. */
export interface PublicServer {
  name: string;
  description: string | null;
}

/**
 * Makes a public server with a default channel. It is the platform's, and nobody is in it yet.
 * @returns its id
 * @throws Error where the name or the description breaks a rule, or nothing was seeded yet
 */
export async function createServer(dataSource: DataSource, server: PublicServer): Promise<string> {
  const name = readField(RULES.server.name, server.name);
  const description = readField(RULES.server.description, server.description ?? '');
  const problem = brokenRule(RULES.server.name, name) ?? brokenRule(RULES.server.description, description);
  if (problem !== undefined) throw new Error(problem);
  const rows: { id: string }[] = await dataSource.query(
    `WITH server AS (
       INSERT INTO servers (owner_id, name, description, is_public, member_count)
       SELECT id, $2, $3, true, 0 FROM users WHERE id = $1 RETURNING id
     ), channel AS (
       INSERT INTO channels (server_id, name, is_default) SELECT id, $4, true FROM server
     )
     SELECT id FROM server`,
    [PLATFORM_ACCOUNT.id, name, description === '' ? null : description, DEFAULT_CHANNEL_NAME],
  );
  const made = rows[0];
  if (!made) throw new Error("The platform's account is missing; the migrations make it.");
  return made.id;
}
