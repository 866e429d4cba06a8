import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { References } from './columns.js';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

/** How far a member has read a channel. No row means that nothing was read. */
@Entity('channel_reads')
@Index('channel_reads_channel_id_idx', ['channelId'])
export class ChannelRead {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'channel_reads_pkey' })
  @References(() => User, 'CASCADE')
  userId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'channel_reads_pkey' })
  @References(() => Channel, 'CASCADE')
  channelId!: string;

  /** The `seq` of the last message read; never decreases. */
  @Column('integer')
  readSeq!: number;
}
