import type { ReportReason, Snapshot } from '@oniverse/contracts';
import { Column, Entity, Index, Unique } from 'typeorm';
import { Case } from './case.entity.js';
import { Created, IdColumn, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A member's report, part of a case. */
@Entity('reports')
@Unique('reports_case_key', ['caseId', 'reporterId'])
@Index('reports_own_idx', ['reporterId', 'id'])
export class Report extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Case, 'CASCADE')
  caseId!: string;

  /** Null if the account was erased, and for the second and further snapshots of a member in one case. */
  @ReferenceColumn(() => User, 'SET NULL')
  reporterId!: string | null;

  @Column('text')
  reason!: ReportReason;

  /** Null 180 days after the case was closed. */
  @Column('text', { nullable: true })
  note!: string | null;

  /** The thing as this report found it; null if the case had that already, and 180 days after the case was closed. */
  @Column('jsonb', { nullable: true })
  snapshot!: Snapshot | null;
}
