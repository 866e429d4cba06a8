import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index } from 'typeorm';
import { Channel } from './channel.entity.js';
import { IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { MemberGroup } from './member-group.entity.js';
import { ServerMember } from './server-member.entity.js';

/** Lets a member, or the members of a group, read a private channel. The row ends with the membership, or the group. */
@Entity('channel_grants')
@Index('channel_grants_member_key', ['channelId', 'userId'], {
  unique: true,
  where: '"user_id" is not null',
})
@Index('channel_grants_group_key', ['channelId', 'groupId'], {
  unique: true,
  where: '"group_id" is not null',
})
@Index('channel_grants_newest_idx', ['channelId', 'id'], { where: '"user_id" is not null' })
@Index('channel_grants_membership_idx', ['serverId', 'userId'], { where: '"user_id" is not null' })
@Index('channel_grants_group_id_idx', ['groupId'], { where: '"group_id" is not null' })
@Check('channel_grants_reader_check', `num_nonnulls("user_id", "group_id") = 1`)
@ForeignKey(() => ServerMember, ['serverId', 'userId'], ['serverId', 'userId'], {
  name: 'channel_grants_member_fkey',
  onDelete: 'CASCADE',
})
export class ChannelGrant {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** The server of the channel. */
  @Column('uuid')
  serverId!: string;

  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ReferenceColumn(() => MemberGroup, 'CASCADE', { nullable: true })
  groupId!: string | null;

  @CreateDateColumn(MOMENT)
  addedAt!: Date;
}
