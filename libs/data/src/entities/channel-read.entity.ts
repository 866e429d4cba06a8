import { Column, Entity, Index } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

/** How far a member has read a channel. No row means that nothing was read. */
@Entity('channel_reads')
@Index('channel_reads_channel_id_idx', ['channelId'])
export class ChannelRead {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** The `seq` of the last message read; never decreases. */
  @Column('integer')
  readSeq!: number;
}
