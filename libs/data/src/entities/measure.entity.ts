import {
  APPEAL_DECISIONS,
  type AppealDecision,
  MEASURE_KINDS,
  type MeasureKind,
  REPORT_KINDS,
  REPORT_REASONS,
  type ReportKind,
  type ReportReason,
} from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { Case } from './case.entity.js';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

const inList = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** What the staff of the platform did against a member, and the appeal against it. A member has at most one active suspension. */
@Entity('measures')
@Index('measures_user_idx', ['userId', 'id'])
@Index('measures_suspended_key', ['userId'], {
  unique: true,
  where: `"kind" = 'suspended' and "ended_at" is null`,
})
@Index('measures_hidden_idx', ['subjectId'], { where: `"kind" = 'content_hidden' and "ended_at" is null` })
@Index('measures_until_idx', ['until'], { where: `"kind" = 'suspended' and "ended_at" is null` })
@Index('measures_case_idx', ['caseId'], { where: '"case_id" is not null' })
@Index('measures_taken_by_idx', ['takenBy'], { where: '"taken_by" is not null' })
@Index('measures_ended_by_idx', ['endedBy'], { where: '"ended_by" is not null' })
@Index('measures_decided_by_idx', ['decidedBy'], { where: '"decided_by" is not null' })
@Index('measures_open_appeals_idx', ['id'], {
  where: '"appealed_at" is not null and "decided_at" is null and "ended_at" is null',
})
@Index('measures_closed_appeals_idx', ['id'], {
  where: '"appealed_at" is not null and ("decided_at" is not null or "ended_at" is not null)',
})
@Check('measures_kind_check', `"kind" in (${inList(MEASURE_KINDS)})`)
@Check('measures_rule_check', `"rule" in (${inList(REPORT_REASONS)})`)
@Check('measures_subject_kind_check', `"subject_kind" in (${inList(REPORT_KINDS)})`)
@Check('measures_decision_check', `"decision" in (${inList(APPEAL_DECISIONS)})`)
@Check('measures_appeal_check', `("appealed_at" is null) = ("appeal" is null)`)
@Check(
  'measures_decided_check',
  `num_nulls("decision", "decision_reason", "decided_at") in (0, 3) and ("decided_at" is null or "appealed_at" is not null)`,
)
export class Measure extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  kind!: MeasureKind;

  /** The broken rule. */
  @Column('text')
  rule!: ReportReason;

  /** What the member reads. */
  @Column('text')
  reason!: string;

  /** When a suspension ends; null without an end, and for other measures. */
  @Column({ ...MOMENT, nullable: true })
  until!: Date | null;

  /** The hidden thing; null for other measures. */
  @Column('text', { nullable: true })
  subjectKind!: ReportKind | null;

  @Column('uuid', { nullable: true })
  subjectId!: string | null;

  @Column('text', { nullable: true })
  subjectTitle!: string | null;

  /** Whether what it hides was public before, and is again afterwards: the profile, or the subject. */
  @Column('boolean', { default: false })
  wasPublic!: boolean;

  /** What it decides; null without a case. */
  @ReferenceColumn(() => Case, 'SET NULL')
  caseId!: string | null;

  /** Null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  takenBy!: string | null;

  @Column({ ...MOMENT, nullable: true })
  endedAt!: Date | null;

  /** Null if its time was over, or if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  endedBy!: string | null;

  @Column('text', { nullable: true })
  appeal!: string | null;

  @Column({ ...MOMENT, nullable: true })
  appealedAt!: Date | null;

  @Column('text', { nullable: true })
  decision!: AppealDecision | null;

  @Column('text', { nullable: true })
  decisionReason!: string | null;

  /** Null also if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  decidedBy!: string | null;

  @Column({ ...MOMENT, nullable: true })
  decidedAt!: Date | null;
}
