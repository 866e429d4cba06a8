import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

/** How far a member has read a channel. No row means that nothing was read. */
@Entity('channel_reads')
@Index('channel_reads_channel_id_idx', ['channelId'])
export class ChannelRead {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'channel_reads_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'channel_reads_user_id_fkey' })
  user?: Relation<User>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'channel_reads_pkey' })
  channelId!: string;

  @ManyToOne(() => Channel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'channel_reads_channel_id_fkey' })
  channel?: Relation<Channel>;

  /** The `seq` of the last message read; never decreases. */
  @Column('integer')
  readSeq!: number;
}
