import { Check, Column, Entity, Index } from 'typeorm';
import { IdColumn, MOMENT, NOW, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** How a command of the operators ended. */
export const OPS_OUTCOMES = ['done', 'failed', 'refused'] as const;
export type OpsOutcome = (typeof OPS_OUTCOMES)[number];

/** A command that operators ran on the database. */
@Entity('ops_audit')
@Index('ops_audit_subject_idx', ['subjectId'], { where: '"subject_id" is not null' })
@Check(
  'ops_audit_outcome_check',
  `"outcome" in (${OPS_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})`,
)
export class OpsAuditEntry {
  @IdColumn()
  id!: string;

  /** The user of the operating system, or who a script says that it runs for. */
  @Column('text')
  operator!: string;

  @Column('text')
  host!: string;

  @Column('text')
  command!: string;

  /** The arguments and options, without free texts. A member is in `subjectId` only, which an erasure clears. */
  @Column('jsonb', { default: {} })
  arguments!: Record<string, unknown>;

  /** Null if the command concerns no member, or if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  subjectId!: string | null;

  /** Null while the command runs, and if it was killed. */
  @Column('text', { nullable: true })
  outcome!: OpsOutcome | null;

  /** Why it failed or was refused, such as `not_found`. */
  @Column('text', { nullable: true })
  reason!: string | null;

  @Column(NOW)
  createdAt!: Date;

  @Column({ ...MOMENT, nullable: true })
  endedAt!: Date | null;
}
