import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { newObjectPath, PLATFORM_ACCOUNT, storeKeyOf } from '@oniverse/data';
import type { ObjectStore } from '@oniverse/platform';
import type { DataSource, EntityManager } from 'typeorm';
import { SEEDED_TRACKS, trackFile } from './seeded-tracks.js';

const CONTENT_TYPE = 'audio/mpeg';

interface StoredTrack {
  path: string;
  file: string;
  title: string;
  durationMs: number;
  /** In bytes. */
  size: number;
}

/** Stores the files. Their rows come first, so that maintenance deletes them if this fails later. */
async function storeFiles(dataSource: DataSource, store: ObjectStore): Promise<StoredTrack[]> {
  const stored: StoredTrack[] = [];
  for (const track of SEEDED_TRACKS) {
    const bytes = await readFile(trackFile(track.file));
    const path = newObjectPath();
    const size = bytes.length;
    await dataSource.query(
      `INSERT INTO objects (path, user_id, state, upload_expires_at, content_type, size, sha256)
       VALUES ($1, $2, 'arriving', now(), $3, $4, $5)`,
      [path, PLATFORM_ACCOUNT.id, CONTENT_TYPE, size, createHash('sha256').update(bytes).digest('hex')],
    );
    await store.put(storeKeyOf(path), chunksOf(bytes), { size, contentType: CONTENT_TYPE });
    stored.push({ ...track, path, size });
  }
  return stored;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function addTracks(
  manager: EntityManager,
  channelId: string,
  tracks: readonly StoredTrack[],
): Promise<void> {
  const awaiting: unknown[] = await manager.query(
    'SELECT FROM radios WHERE channel_id = $1 AND awaits_tracks FOR NO KEY UPDATE',
    [channelId],
  );
  // Another process may have added them.
  if (awaiting.length === 0) return;
  for (const { path, file, title, durationMs, size } of tracks) {
    const [track]: { id: string }[] = await manager.query(
      'INSERT INTO radio_tracks (channel_id, user_id, title, duration_ms) VALUES ($1, $2, $3, $4) RETURNING id',
      [channelId, PLATFORM_ACCOUNT.id, title, durationMs],
    );
    await manager.query(
      `INSERT INTO attachments (user_id, object_path, name, size, kind, ready_at, track_id, place)
       VALUES ($1, $2, $3, $4, 'sound', now(), $5, 1)`,
      [PLATFORM_ACCOUNT.id, path, file, size, track?.id],
    );
    await manager.query(`UPDATE objects SET state = 'used' WHERE path = $1`, [path]);
  }
  await manager.query('UPDATE radios SET awaits_tracks = false, started_at = now() WHERE channel_id = $1', [
    channelId,
  ]);
}

/**
 * Adds the tracks of the project to the seeded radios that await them, once, so that what their owner removes stays away. The first
 * one begins now.
 */
export async function seedRadios(dataSource: DataSource, store: ObjectStore): Promise<void> {
  const radios: { channel_id: string }[] = await dataSource.query(
    'SELECT channel_id FROM radios WHERE awaits_tracks',
  );
  for (const { channel_id: channelId } of radios) {
    const tracks = await storeFiles(dataSource, store);
    await dataSource.transaction(async (manager) => addTracks(manager, channelId, tracks));
  }
}
