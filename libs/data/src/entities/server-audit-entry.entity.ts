import type { ServerAuditDetail, ServerAuditKind } from '@oniverse/contracts';
import { Column, Entity, Index } from 'typeorm';
import { IdColumn, NOW, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** An action of the staff of a server. */
@Entity('server_audit')
@Index('server_audit_newest_idx', ['serverId', 'id'])
@Index('server_audit_actor_id_idx', ['actorId'])
@Index('server_audit_subject_id_idx', ['subjectId'])
export class ServerAuditEntry {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @Column('text')
  kind!: ServerAuditKind;

  /** Null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  actorId!: string | null;

  /** Null if the action concerns nobody, or if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  subjectId!: string | null;

  /** Stays when the channel is deleted. */
  @Column('uuid', { nullable: true })
  channelId!: string | null;

  @Column('jsonb', { default: {} })
  detail!: ServerAuditDetail;

  @Column(NOW)
  createdAt!: Date;
}
