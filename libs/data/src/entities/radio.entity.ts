import { RADIO } from '@oniverse/contracts';
import { Check, Column, Entity } from 'typeorm';
import { Channel } from './channel.entity.js';
import { NOW, PrimaryReferenceColumn } from './columns.js';

const { min, max } = RADIO.quietMinute;

/** The radio of a channel. What plays follows from it and from the time: see `radioAt` in libs/contracts. */
@Entity('radios')
@Check(
  'radios_quiet_check',
  `num_nonnulls("quiet_from", "quiet_to") in (0, 2) and "quiet_from" between ${min} and ${max} and "quiet_to" between ${min} and ${max} and "quiet_from" <> "quiet_to"`,
)
export class Radio {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** The track that played at the last change. Null, or the id of a track that is gone, stands for the first one. */
  @Column('uuid', { nullable: true })
  trackId!: string | null;

  /** When that track began. */
  @Column(NOW)
  startedAt!: Date;

  /** The minutes of the day, in UTC, between which it stands still; both null without quiet hours. */
  @Column('smallint', { nullable: true })
  quietFrom!: number | null;

  @Column('smallint', { nullable: true })
  quietTo!: number | null;

  /** Whether the seed has yet to add the tracks of the project, once its files can be stored. */
  @Column('boolean', { default: false })
  awaitsTracks!: boolean;
}
