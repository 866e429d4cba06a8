import { Column, Entity, Index } from 'typeorm';
import { NOW, PrimaryReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** A removal, which ends when it is lifted or when the member accepts an invite made after it, or a ban, which only ends when it is lifted. */
@Entity('server_removals')
@Index('server_removals_user_id_idx', ['userId'])
@Index('server_removals_newest_idx', ['serverId', 'id'])
export class ServerRemoval {
  @PrimaryReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('boolean', { default: false })
  isBan!: boolean;

  @Column(NOW)
  removedAt!: Date;
}
