import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { MOMENT } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** A way into a dimension. */
@Entity('invites')
@Index('invites_server_id_idx', ['serverId'])
@Index('invites_created_by_idx', ['createdBy'])
@Index('invites_expires_at_idx', ['expiresAt'])
@Check('invites_uses_check', '"uses" <= "max_uses"')
export class Invite {
  /** The SHA-256, in hex, of the code that was passed on. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'invites_pkey' })
  id!: string;

  @Column('uuid')
  serverId!: string;

  @ManyToOne(() => Server, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'server_id', foreignKeyConstraintName: 'invites_server_id_fkey' })
  server?: Relation<Server>;

  /** null when the account is gone */
  @Column('uuid', { nullable: true })
  createdBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'created_by', foreignKeyConstraintName: 'invites_created_by_fkey' })
  creator?: Relation<User> | null;

  @Column(MOMENT)
  expiresAt!: Date;

  /** null where there is no bound */
  @Column('integer', { nullable: true })
  maxUses!: number | null;

  @Column('integer', { default: 0 })
  uses!: number;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
