import { Injectable } from '@nestjs/common';
import type { TrackRefusal } from '@oniverse/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { SoundFacts } from './sound-facts.js';

/** A track whose file was not read. */
export interface UnreadTrack {
  channelId: string;
  userId: string;
  path: string;
  contentType: string;
}

/** An SQL condition: nothing has read the file of a track. */
const UNREAD = 'track.duration_ms IS NULL AND track.refusal IS NULL';

@Injectable()
export class RadioTracksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns undefined if the track is gone, or was read. */
  async findUnread(id: string): Promise<UnreadTrack | undefined> {
    const rows: UnreadTrack[] = await this.dataSource.query(
      `SELECT track.channel_id AS "channelId", track.user_id AS "userId", attached.object_path AS path,
              object.content_type AS "contentType"
         FROM radio_tracks track JOIN attachments attached ON attached.track_id = track.id
         JOIN objects object ON object.path = attached.object_path
        WHERE track.id = $1 AND ${UNREAD}`,
      [id],
    );
    return rows[0];
  }

  /**
   * Stores what a file says, so that its track plays. The file's own title replaces its name, unless filters of the server have
   * not seen it: they run in backends.
   * @returns false if the track is gone, or was read
   */
  async markRead(manager: EntityManager, id: string, { durationMs, title }: SoundFacts): Promise<boolean> {
    const [read]: [unknown[], number] = await manager.query(
      `UPDATE radio_tracks track
          SET duration_ms = $2,
              title = CASE WHEN EXISTS (
                SELECT FROM channels channel JOIN server_filters filters ON filters.server_id = channel.server_id
                 WHERE channel.id = track.channel_id AND jsonb_array_length(filters.filters) > 0
              ) THEN track.title ELSE coalesce($3, track.title) END
        WHERE track.id = $1 AND ${UNREAD} RETURNING track.id`,
      [id, durationMs, title ?? null],
    );
    return read.length > 0;
  }

  /** Stores why a track does not play. */
  async markRefused(manager: EntityManager, id: string, refusal: TrackRefusal): Promise<void> {
    await manager.query(`UPDATE radio_tracks track SET refusal = $2 WHERE track.id = $1 AND ${UNREAD}`, [
      id,
      refusal,
    ]);
  }
}
