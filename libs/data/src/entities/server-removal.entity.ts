import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { NOW } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** A member was removed from a dimension, the last time. Invites made before that do not let them in again. */
@Entity('server_removals')
@Index('server_removals_user_id_idx', ['userId'])
@Index('server_removals_removed_at_idx', ['removedAt'])
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

  @Column(NOW)
  removedAt!: Date;
}
