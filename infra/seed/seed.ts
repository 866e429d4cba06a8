import { nextFullMoon } from '@oniverse/contracts';
import { PLATFORM_ACCOUNT } from '@oniverse/data';
import type { DataSource, EntityManager } from 'typeorm';
import { PUBLIC_DIMENSIONS, type SeededDimension } from './public-dimensions.js';

/** Matches no password. */
const NO_PASSWORD = '!';

async function seedDimension(manager: EntityManager, dimension: SeededDimension): Promise<void> {
  const inserted: unknown[] = await manager.query(
    `INSERT INTO servers (id, owner_id, name, description, is_public, member_count)
     VALUES ($1, $2, $3, $4, true, 0) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [dimension.id, PLATFORM_ACCOUNT.id, dimension.name, dimension.description],
  );
  // Existing dimensions stay unchanged: operators may have renamed or removed channels.
  if (inserted.length === 0) return;
  for (const [index, channel] of dimension.channels.entries()) {
    await manager.query(
      `INSERT INTO channels (id, server_id, name, description, is_default, fade_minute, moon_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        channel.id,
        dimension.id,
        channel.name,
        channel.description,
        index === 0,
        channel.fadeMinute ?? null,
        channel.opensAtFullMoon ? new Date(nextFullMoon(Date.now())) : null,
      ],
    );
    if (channel.hasRadio) {
      await manager.query('INSERT INTO radios (channel_id, awaits_tracks) VALUES ($1, true)', [channel.id]);
    }
  }
}

/** Creates the platform account and the public dimensions that do not exist yet. */
export async function seed(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(
      `INSERT INTO users (id, username, email, password, display_name, is_public)
       VALUES ($1, $2, $3, $4, $5, false) ON CONFLICT (id) DO NOTHING`,
      [
        PLATFORM_ACCOUNT.id,
        PLATFORM_ACCOUNT.username,
        PLATFORM_ACCOUNT.email,
        NO_PASSWORD,
        PLATFORM_ACCOUNT.displayName,
      ],
    );
    for (const dimension of PUBLIC_DIMENSIONS) await seedDimension(manager, dimension);
  });
}
