import { TRACK_REFUSALS, type TrackRefusal } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { Created, IdColumn, ReferenceColumn } from './columns.js';
import { Radio } from './radio.entity.js';
import { User } from './user.entity.js';

/** A file that a member added to a radio. It plays once the worker has read how long it lasts. Tracks play in order of their ids. */
@Entity('radio_tracks')
@Index('radio_tracks_order_idx', ['channelId', 'id'])
@Index('radio_tracks_own_idx', ['userId', 'id'])
@Check('radio_tracks_refusal_check', `"refusal" in (${TRACK_REFUSALS.map((why) => `'${why}'`).join(', ')})`)
@Check('radio_tracks_state_check', `num_nonnulls("duration_ms", "refusal") <= 1`)
export class RadioTrack extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Radio, 'CASCADE', { column: 'channelId' })
  channelId!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The name of the file, or its own title once it was read, unless filters of the server have not seen it. */
  @Column('text')
  title!: string;

  /** Null until it was read, and for one that is not played. */
  @Column('integer', { nullable: true })
  durationMs!: number | null;

  /** Why it is not played. */
  @Column('text', { nullable: true })
  refusal!: TrackRefusal | null;
}
