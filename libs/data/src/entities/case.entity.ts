import {
  CASE_OUTCOMES,
  type CaseOutcome,
  type CaseState,
  REPORT_KINDS,
  type ReportKind,
  type ReportReason,
  reportResult,
  type Snapshot,
} from '@oniverse/contracts';
import { Check, Column, CreateDateColumn, Entity, Index } from 'typeorm';
import { IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** Returns an SQL expression of what the reporters of a case learn; null while it is open. @param alias of `cases` */
export const resultOf = (alias: string): string =>
  `CASE ${alias}.outcome ${CASE_OUTCOMES.map((outcome) => `WHEN '${outcome}' THEN '${reportResult(outcome)}'`).join(' ')} END`;

const inList = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/**
 * The reports about one thing. It has at most one open case; later reports join it. The owner and moderators of a dimension
 * handle the cases about messages there, or hand them on; the staff and the operators of the site handle the others.
 */
@Entity('cases')
@Index('cases_subject_key', ['kind', 'subjectId'], { unique: true, where: `"state" = 'open'` })
@Index('cases_number_key', ['number'], { unique: true })
@Index('cases_open_idx', ['id'], { where: `"state" = 'open'` })
@Index('cases_closed_idx', ['id'], { where: `"state" = 'closed'` })
@Index('cases_assigned_idx', ['assignedTo', 'id'], { where: '"assigned_to" is not null' })
@Index('cases_server_idx', ['serverId', 'state', 'id'], { where: '"server_id" is not null' })
@Index('cases_about_idx', ['aboutUserId'], { where: '"about_user_id" is not null' })
@Index('cases_closed_by_idx', ['closedBy'], { where: '"closed_by" is not null' })
@Index('cases_expiry_idx', ['closedAt'], { where: '"snapshot" is not null' })
@Check('cases_kind_check', `"kind" in (${inList(REPORT_KINDS)})`)
@Check('cases_state_check', `"state" in ('open', 'closed')`)
@Check('cases_outcome_check', `"outcome" in (${inList(CASE_OUTCOMES)})`)
@Check('cases_closed_check', `("state" = 'closed') = ("closed_at" is not null and "outcome" is not null)`)
export class Case {
  @IdColumn()
  id!: string;

  @Column('integer', { default: () => `nextval('case_numbers')` })
  number!: number;

  @Column('text')
  kind!: ReportKind;

  /** The id of the reported thing, which may be gone; null if the reported member was erased. */
  @Column('uuid', { nullable: true })
  subjectId!: string | null;

  /** Of a message or a dimension; null once it is deleted. */
  @ReferenceColumn(() => Server, 'SET NULL')
  serverId!: string | null;

  /** The author or owner of the thing, or the reported member; null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL', { name: 'cases_about_fkey' })
  aboutUserId!: string | null;

  /** Of the first report. */
  @Column('text')
  reason!: ReportReason;

  /** Null 180 days after the case was closed, or opened if the member was erased. */
  @Column('jsonb', { nullable: true })
  snapshot!: Snapshot | null;

  /** The key of a copy of the reported picture in the object store. */
  @Column('text', { nullable: true })
  snapshotObject!: string | null;

  @Column('text', { default: 'open' })
  state!: CaseState;

  /** When staff of the dimension handed it on to the operators. */
  @Column({ ...MOMENT, nullable: true })
  handedOnAt!: Date | null;

  @Column('text', { nullable: true })
  outcome!: CaseOutcome | null;

  @Column('text', { nullable: true })
  outcomeReason!: string | null;

  @Column({ ...MOMENT, nullable: true })
  closedAt!: Date | null;

  /** Who of the platform's staff works on it, or decided it. */
  @ReferenceColumn(() => User, 'SET NULL')
  assignedTo!: string | null;

  /** Who of the dimension closed it; null for staff and operators of the site, or if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  closedBy!: string | null;

  @CreateDateColumn(MOMENT)
  openedAt!: Date;
}
