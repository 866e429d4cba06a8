import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Channel } from './channel.entity.js';
import { Created, PrimaryReferenceColumn } from './columns.js';
import { ConversationMember } from './conversation-member.entity.js';
import { ServerMember } from './server-member.entity.js';

/**
 * A member follows a thread. The row ends with the membership of the dimension, however that ends; a member who leaves a
 * conversation, whose membership keeps its row, deletes it.
 */
@Entity('thread_follows')
@Index('thread_follows_channel_id_idx', ['channelId'])
@Index('thread_follows_server_idx', ['userId', 'serverId'], { where: '"server_id" is not null' })
@Index('thread_follows_conversation_idx', ['userId', 'conversationId'], {
  where: '"conversation_id" is not null',
})
@Check('thread_follows_place_check', `num_nonnulls("server_id", "conversation_id") = 1`)
@ForeignKey(() => ServerMember, ['serverId', 'userId'], ['serverId', 'userId'], {
  name: 'thread_follows_member_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey(() => ConversationMember, ['conversationId', 'userId'], ['channelId', 'userId'], {
  name: 'thread_follows_conversation_member_fkey',
  onDelete: 'CASCADE',
})
export class ThreadFollow extends Created {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** The dimension of the thread; null in a conversation. */
  @Column('uuid', { nullable: true })
  serverId!: string | null;

  /** The conversation of the thread; null in a dimension. */
  @Column('uuid', { nullable: true })
  conversationId!: string | null;
}
