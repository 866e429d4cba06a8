import { DEFAULT_CHANNEL_NAME, firstViolation, readField, SERVER_RULES } from '@oniverse/contracts';
import type { DataSource } from 'typeorm';
import { PLATFORM_ACCOUNT } from '../../seed/public-dimensions.js';

export interface PublicServer {
  name: string;
  description: string | null;
}

/**
 * Creates a public server with a default channel. The platform owns it, and it has no members yet.
 * @throws Error if the name or description is invalid, or the database is not seeded
 */
export async function createServer(dataSource: DataSource, server: PublicServer): Promise<string> {
  const name = readField(SERVER_RULES.name, server.name);
  const description = readField(SERVER_RULES.description, server.description ?? '');
  const problem =
    firstViolation(SERVER_RULES.name, name) ?? firstViolation(SERVER_RULES.description, description);
  if (problem !== undefined) throw new Error(problem.message);
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
  const created = rows[0];
  if (!created) throw new Error('The platform account is missing. Run the migrations first.');
  return created.id;
}
