import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';
import { MemberGroup } from './member-group.entity.js';
import { ServerMember } from './server-member.entity.js';

/** A member of a group. The row ends with the membership of the server, however that ends. */
@Entity('group_members')
@Index('group_members_member_idx', ['serverId', 'userId'])
@Index('group_members_newest_idx', ['groupId', 'id'])
@ForeignKey(() => ServerMember, ['serverId', 'userId'], ['serverId', 'userId'], {
  name: 'group_members_member_fkey',
  onDelete: 'CASCADE',
})
export class GroupMember {
  @PrimaryReferenceColumn(() => MemberGroup, 'CASCADE')
  groupId!: string;

  @PrimaryColumn('uuid')
  userId!: string;

  /** The server of the group. */
  @Column('uuid')
  serverId!: string;

  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @CreateDateColumn(MOMENT)
  addedAt!: Date;
}
