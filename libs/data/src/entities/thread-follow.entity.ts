import {
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Channel } from './channel.entity.js';
import { MOMENT } from './columns.js';
import { ServerMember } from './server-member.entity.js';

/** A member follows a thread. The row ends with the membership, however that ends. */
@Entity('thread_follows')
@Index('thread_follows_channel_id_idx', ['channelId'])
export class ThreadFollow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'thread_follows_pkey' })
  userId!: string;

  /** The dimension of the thread. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'thread_follows_pkey' })
  serverId!: string;

  @ManyToOne(() => ServerMember, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'server_id',
      referencedColumnName: 'serverId',
      foreignKeyConstraintName: 'thread_follows_member_fkey',
    },
    {
      name: 'user_id',
      referencedColumnName: 'userId',
      foreignKeyConstraintName: 'thread_follows_member_fkey',
    },
  ])
  member?: Relation<ServerMember>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'thread_follows_pkey' })
  channelId!: string;

  @ManyToOne(() => Channel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'thread_follows_channel_id_fkey' })
  channel?: Relation<Channel>;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
