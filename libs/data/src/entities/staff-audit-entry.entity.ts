import type { StaffAuditDetail, StaffAuditKind } from '@oniverse/contracts';
import { Column, Entity, Index } from 'typeorm';
import { Case } from './case.entity.js';
import { IdColumn, NOW, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** An action of the staff of the platform, or of its operators. */
@Entity('staff_audit')
@Index('staff_audit_actor_idx', ['actorId', 'id'])
@Index('staff_audit_subject_idx', ['subjectId', 'id'])
@Index('staff_audit_case_idx', ['caseId', 'id'], { where: '"case_id" is not null' })
@Index('staff_audit_actions_idx', ['id'], { where: `"look" is null` })
@Index('staff_audit_look_key', ['look'], { unique: true, where: '"look" is not null' })
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

  @ReferenceColumn(() => Case, 'SET NULL')
  caseId!: string | null;

  /** Of a look at what is private: who looked at what in which hour, which has one entry; null for an action. */
  @Column('text', { nullable: true })
  look!: string | null;

  @Column('jsonb', { default: {} })
  detail!: StaffAuditDetail;

  @Column(NOW)
  createdAt!: Date;
}
