import { Injectable } from '@nestjs/common';
import {
  APPEAL_MESSAGES,
  type AppealState,
  type DecideAppealBody,
  outranks,
  type StaffAppealView,
  type StaffRole,
} from '@oniverse/contracts';
import { closeMeasure, recordStaffAction } from '@oniverse/data';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountActivityService } from '../../account/index.js';
import { authorView, prefixedAuthorView, retryDeadlocks, type StaffSession } from '../../shared/index.js';
import { type AfterCommit, MeasuresService } from '../measures/measures.service.js';
import { type AppealRow, AppealsRepository } from './appeals.repository.js';

/** Returns whether somebody else than the one who suspended has to decide. @param others the roles of the other staff */
const isForOthers = (row: AppealRow, { userId }: StaffSession, others: readonly StaffRole[]): boolean =>
  row.takenBy === userId && others.some((role) => outranks(role, row.memberRole));

const canDecide = (row: AppealRow, staff: StaffSession, others: readonly StaffRole[]): boolean =>
  row.decidedAt === null &&
  row.endedAt === null &&
  outranks(staff.staffRole, row.memberRole) &&
  !isForOthers(row, staff, others);

const appealView = (row: AppealRow, staff: StaffSession, others: readonly StaffRole[]): StaffAppealView => ({
  id: row.id,
  member: authorView(row),
  rule: row.rule,
  reason: row.reason,
  until: row.until?.toISOString() ?? null,
  suspendedAt: row.createdAt.toISOString(),
  suspendedBy: prefixedAuthorView(row, 'taker'),
  endedAt: row.endedAt?.toISOString() ?? null,
  appeal: {
    text: row.appeal,
    sentAt: row.appealedAt.toISOString(),
    decision: row.decision,
    reason: row.decisionReason,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  },
  decidedBy: prefixedAuthorView(row, 'decider'),
  canDecide: canDecide(row, staff, others),
});

/** Appeals against suspensions, for the staff of the platform. */
@Injectable()
export class AppealsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: AppealsRepository,
    private readonly measures: MeasuresService,
    private readonly activity: AccountActivityService,
  ) {}

  /** Newest suspension first. */
  async list(staff: StaffSession, state: AppealState, page: PageQueryDto): Promise<Page<StaffAppealView>> {
    const rows = await this.repository.listPage(state, page);
    const others = await this.repository.listOtherRoles(staff.userId);
    return Page.of(rows, page.limit, (row) => appealView(row, staff, others));
  }

  /**
   * Keeps the suspension, or ends it at once.
   * @throws ProblemError `not_found` without an appeal; `forbidden` if somebody else has to decide it; `already_used` if it was
   * decided, or if its suspension has ended
   */
  async decide(staff: StaffSession, id: string, body: DecideAppealBody): Promise<StaffAppealView> {
    const tasks = await retryDeadlocks(async () =>
      this.dataSource.transaction((manager) => this.decideInTransaction(manager, staff, id, body)),
    );
    for (const task of tasks) await task();
    const decided = await this.repository.find(id);
    if (!decided) throw notFound();
    return appealView(decided, staff, []);
  }

  private async decideInTransaction(
    manager: EntityManager,
    staff: StaffSession,
    id: string,
    body: DecideAppealBody,
  ): Promise<AfterCommit[]> {
    const userId = await this.measures.requireAuthorityOver(manager, staff, id);
    const appeal = await this.repository.find(id, manager);
    if (!appeal) throw notFound();
    if (isForOthers(appeal, staff, await this.repository.listOtherRoles(staff.userId, manager))) {
      throw new ProblemError('forbidden', APPEAL_MESSAGES.otherStaffDecides);
    }
    if (!(await this.repository.saveDecision(manager, id, staff.userId, body))) {
      throw new ProblemError('already_used', APPEAL_MESSAGES.appealDecided);
    }
    await recordStaffAction(manager, {
      kind: `appeal_${body.decision}`,
      actorId: staff.userId,
      subjectId: userId,
      detail: { measureId: id },
    });
    if (body.decision === 'upheld')
      return [await this.activity.record(manager, { userId, kind: 'appeal_upheld' })];
    const ended = await closeMeasure(manager, id, staff.userId);
    return ended ? this.measures.announceEnd(manager, ended) : [];
  }
}
