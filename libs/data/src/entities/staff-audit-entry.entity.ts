import type { StaffAuditDetail, StaffAuditKind } from '@oniverse/contracts';
import { Column, Entity, Index } from 'typeorm';
import { IdColumn, NOW, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** An action of the staff of the platform, or of its operators. */
@Entity('staff_audit')
@Index('staff_audit_actor_idx', ['actorId', 'id'])
@Index('staff_audit_subject_idx', ['subjectId', 'id'])
export class StaffAuditEntry {
  @IdColumn()
  id!: string;

  @Column('text')
  kind!: StaffAuditKind;

  /** Null for a command of the operators, or if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  actorId!: string | null;

  /** Whether it was a command of the operators, not a member of the staff who was erased since. */
  @Column('boolean', { default: false })
  isByOperators!: boolean;

  /** Null if the action concerns no member, or if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  subjectId!: string | null;

  @Column('jsonb', { default: {} })
  detail!: StaffAuditDetail;

  @Column(NOW)
  createdAt!: Date;
}
