import { DEFAULT_CHANNEL_NAME } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';

/** The account that owns the public dimensions. Nobody can log in to it. */
export const PLATFORM_ACCOUNT = {
  id: '019abb00-0000-7000-8000-000000000001',
  username: 'oniverse',
  email: 'platform@oniverse.invalid',
  displayName: 'Oniverse',
} as const;

/**
 * Inserts a public server with a default channel. The platform owns it, and it has no members yet.
 * @returns its id; undefined if the platform account does not exist, because the database is not seeded
 */
export async function insertPublicServer(
  manager: EntityManager,
  { name, description }: { name: string; description: string | null },
): Promise<string | undefined> {
  const rows: { id: string }[] = await manager.query(
    `WITH server AS (
       INSERT INTO servers (owner_id, name, description, is_public, member_count)
       SELECT id, $2, $3, true, 0 FROM users WHERE id = $1 RETURNING id
     ), channel AS (
       INSERT INTO channels (server_id, name, is_default) SELECT id, $4, true FROM server
     )
     SELECT id FROM server`,
    [PLATFORM_ACCOUNT.id, name, description, DEFAULT_CHANNEL_NAME],
  );
  return rows[0]?.id;
}
