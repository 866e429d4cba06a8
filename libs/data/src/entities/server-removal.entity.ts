import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { NOW } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** A removal, which ends when it is lifted or when the member accepts an invite made after it, or a ban, which only ends when it is lifted. */
@Entity('server_removals')
@Index('server_removals_user_id_idx', ['userId'])
@Index('server_removals_newest_idx', ['serverId', 'id'])
export class ServerRemoval {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'server_removals_pkey' })
  serverId!: string;

  @ManyToOne(() => Server, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'server_id', foreignKeyConstraintName: 'server_removals_server_id_fkey' })
  server?: Relation<Server>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'server_removals_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'server_removals_user_id_fkey' })
  user?: Relation<User>;

  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('boolean', { default: false })
  isBan!: boolean;

  @Column(NOW)
  removedAt!: Date;
}
