import { Injectable } from '@nestjs/common';
import type { ColumnsOf, QuietHours, RadioTrackView, RadioView, WaitingTrackView } from '@oniverse/contracts';
import { findRadio, Radio, type RadioNow, RadioTrack } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type AuthorRow } from '../../shared/index.js';

export type RadioRow = ColumnsOf<Omit<RadioView, 'tracks' | 'waiting'>>;
export type TrackRow = ColumnsOf<Omit<RadioTrackView, 'addedBy'>> & AuthorRow;

/** An upload of a member that nothing has claimed, and that is ready. */
export interface RadioUpload {
  name: string;
  contentType: string;
}

/** Queries on radios and their tracks. Callers of the writing methods have locked the radio by `lockRadio` of libs/data. */
@Injectable()
export class RadiosRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns the radio of a channel, with the time of the database; undefined if it has none. */
  async find(channelId: string): Promise<RadioRow | undefined> {
    const rows: RadioRow[] = await this.dataSource.query(
      `SELECT channel_id, track_id, started_at, quiet_from, quiet_to, clock_timestamp() AS now
         FROM radios WHERE channel_id = $1`,
      [channelId],
    );
    return rows[0];
  }

  /** Returns the radio of a channel and where it is; undefined if it has none. */
  async findNow(channelId: string): Promise<RadioNow | undefined> {
    return findRadio(this.dataSource.manager, channelId);
  }

  /** Returns the tracks that play, in their order. */
  async listTracks(channelId: string): Promise<TrackRow[]> {
    return this.dataSource.query(
      `SELECT track.id, track.title, track.duration_ms, attached.object_path AS path, track.created_at,
              ${authorColumns('author')}
         FROM radio_tracks track JOIN attachments attached ON attached.track_id = track.id
         JOIN users author ON author.id = track.user_id
        WHERE track.channel_id = $1 AND track.duration_ms IS NOT NULL ORDER BY track.id`,
      [channelId],
    );
  }

  /** Returns the tracks of a member that do not play, or not yet. */
  async listWaiting(channelId: string, userId: string): Promise<ColumnsOf<WaitingTrackView>[]> {
    return this.dataSource.query(
      `SELECT id, title, refusal FROM radio_tracks
        WHERE channel_id = $1 AND user_id = $2 AND duration_ms IS NULL ORDER BY id`,
      [channelId, userId],
    );
  }

  async insert(manager: EntityManager, channelId: string, quiet: QuietHours): Promise<void> {
    await manager.getRepository(Radio).insert({ channelId, ...quiet });
  }

  async delete(manager: EntityManager, channelId: string): Promise<boolean> {
    const { affected } = await manager.getRepository(Radio).delete({ channelId });
    return affected === 1;
  }

  async findUpload(userId: string, attachmentId: string): Promise<RadioUpload | undefined> {
    const rows: RadioUpload[] = await this.dataSource.query(
      `SELECT attached.name, object.content_type AS "contentType"
         FROM attachments attached JOIN objects object ON object.path = attached.object_path
        WHERE attached.id = $2 AND attached.user_id = $1 AND attached.ready_at IS NOT NULL`,
      [userId, attachmentId],
    );
    return rows[0];
  }

  async insertTrack(
    manager: EntityManager,
    track: Pick<RadioTrack, 'channelId' | 'userId' | 'title'>,
  ): Promise<string> {
    const { id } = await manager
      .getRepository(RadioTrack)
      .save({ ...track, durationMs: null, refusal: null });
    return id;
  }

  async findTrack(manager: EntityManager, channelId: string, id: string): Promise<RadioTrack | null> {
    return manager.getRepository(RadioTrack).findOneBy({ channelId, id });
  }

  /** Returns the radios to which a member added tracks, with those, in the order in which changes lock radios. */
  async listOfMember(
    manager: EntityManager,
    userId: string,
  ): Promise<{ channelId: string; trackIds: string[] }[]> {
    return manager.query(
      `SELECT channel_id AS "channelId", array_agg(id) AS "trackIds" FROM radio_tracks
        WHERE user_id = $1 GROUP BY channel_id ORDER BY channel_id`,
      [userId],
    );
  }
}
