import type { ServerAuditDetail, ServerAuditKind } from '@oniverse/contracts';
import { Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { IdColumn, NOW } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** An action of the staff of a server. */
@Entity('server_audit')
@Index('server_audit_newest_idx', ['serverId', 'id'])
@Index('server_audit_actor_id_idx', ['actorId'])
@Index('server_audit_subject_id_idx', ['subjectId'])
export class ServerAuditEntry {
  @IdColumn('server_audit_pkey')
  id!: string;

  @Column('uuid')
  serverId!: string;

  @ManyToOne(() => Server, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'server_id', foreignKeyConstraintName: 'server_audit_server_id_fkey' })
  server?: Relation<Server>;

  @Column('text')
  kind!: ServerAuditKind;

  /** Null if the account was erased. */
  @Column('uuid', { nullable: true })
  actorId!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'server_audit_actor_id_fkey' })
  actor?: Relation<User> | null;

  /** Null if the action concerns nobody, or if the account was erased. */
  @Column('uuid', { nullable: true })
  subjectId!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'subject_id', foreignKeyConstraintName: 'server_audit_subject_id_fkey' })
  subject?: Relation<User> | null;

  /** Stays when the channel is deleted. */
  @Column('uuid', { nullable: true })
  channelId!: string | null;

  @Column('jsonb', { default: {} })
  detail!: ServerAuditDetail;

  @Column(NOW)
  createdAt!: Date;
}
