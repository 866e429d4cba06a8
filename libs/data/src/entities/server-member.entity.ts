import type { ServerRole } from '@oniverse/contracts';
import { Check, Column, CreateDateColumn, Entity, Index, Unique } from 'typeorm';
import { IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

@Entity('server_members')
@Unique('server_members_server_id_user_id_key', ['serverId', 'userId'])
@Index('server_members_newest_idx', ['serverId', 'id'])
@Index('server_members_owner_key', ['serverId'], { unique: true, where: `"role" = 'owner'` })
@Index('server_members_staff_idx', ['serverId'], { where: `"role" <> 'member'` })
@Index('server_members_joined_idx', ['serverId', 'joinedAt'])
@Index('server_members_user_id_idx', ['userId'])
@Check('server_members_role_check', `"role" in ('owner', 'moderator', 'member')`)
export class ServerMember {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text', { default: 'member' })
  role!: ServerRole;

  @CreateDateColumn(MOMENT)
  joinedAt!: Date;
}
