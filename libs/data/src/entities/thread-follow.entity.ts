import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Channel } from './channel.entity.js';
import { Created, PrimaryReferenceColumn } from './columns.js';
import { ServerMember } from './server-member.entity.js';

/** A member follows a thread. The row ends with the membership, however that ends. */
@Entity('thread_follows')
@Index('thread_follows_channel_id_idx', ['channelId'])
@ForeignKey(() => ServerMember, ['serverId', 'userId'], ['serverId', 'userId'], {
  name: 'thread_follows_member_fkey',
  onDelete: 'CASCADE',
})
export class ThreadFollow extends Created {
  @PrimaryColumn('uuid')
  userId!: string;

  /** The dimension of the thread. */
  @PrimaryColumn('uuid')
  serverId!: string;

  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;
}
