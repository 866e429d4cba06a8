import { Injectable } from '@nestjs/common';
import {
  CASE_MESSAGES,
  type CaseAction,
  type CaseOutcome,
  type DecideCaseBody,
  isHideable,
  STAFF_CASE_MESSAGES,
  type StaffCaseDetail,
  type StaffCaseView,
} from '@oniverse/contracts';
import { closeCase, recordStaffAction, recordStaffLook } from '@oniverse/data';
import { invalidField, notFound, ProblemError } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { retryDeadlocks, type StaffSession } from '../../shared/index.js';
import { ServerPublisher } from '../../talk/index.js';
import { StaffAuditService } from '../audit/staff-audit.service.js';
import { HiddenContent, type HidingChange } from '../measures/hidden-content.service.js';
import { type AfterCommit, MeasuresService } from '../measures/measures.service.js';
import { type GivenMeasure, readMeasure } from '../measures/read-measure.js';
import type { Actor } from '../audit/staff-changes.js';
import { TakenMeasures } from '../measures/taken-measures.service.js';
import { MemberFactsService } from '../member-facts/member-facts.service.js';
import { type LockedCase, StaffCasesRepository, type StaffCasesPage } from './staff-cases.repository.js';
import { staffCaseDetail, staffCaseView } from './staff-cases.view.js';

/** What is done about a case. */
interface Decision {
  hides: boolean;
  /** Null without a measure. */
  measure: GivenMeasure | null;
  /** For the other staff. */
  note: string | null;
}

/** The cases that the staff of the platform decide, and those of dimensions. */
@Injectable()
export class StaffCasesService {
  constructor(
    private readonly repository: StaffCasesRepository,
    private readonly measures: MeasuresService,
    private readonly taken: TakenMeasures,
    private readonly members: MemberFactsService,
    private readonly content: HiddenContent,
    private readonly audit: StaffAuditService,
    private readonly publisher: ServerPublisher,
  ) {}

  /** Newest first. */
  async list(staff: StaffSession, page: StaffCasesPage): Promise<Page<StaffCaseView>> {
    return Page.of(await this.repository.listPage(staff.userId, page), page.limit, staffCaseView);
  }

  /** Returns the newest cases about a member. */
  async listAbout(
    manager: EntityManager,
    caller: Actor,
    userId: string,
    limit: number,
  ): Promise<StaffCaseView[]> {
    return (await this.repository.listAbout(manager, caller.userId, userId, limit)).map(staffCaseView);
  }

  /** Returns a case, and records the look at it. @throws ProblemError `not_found` */
  async find(staff: StaffSession, caseId: string): Promise<StaffCaseDetail> {
    return this.repository.transaction(async (manager) => {
      const row = await this.repository.find(manager, staff.userId, caseId);
      if (!row) throw notFound();
      const { number, about_user_id: subjectId } = row;
      await recordStaffLook(manager, {
        kind: 'case_viewed',
        actorId: staff.userId,
        subjectId,
        caseId,
        detail: { case: number },
        thing: caseId,
      });
      return staffCaseDetail(row, {
        given: await this.repository.listGiven(manager, caseId),
        member: subjectId === null ? null : await this.members.find(manager, subjectId),
        measures: await this.taken.listOfCase(manager, caseId),
        trail: await this.audit.listOfCase(manager, staff, caseId),
        staffRole: staff.staffRole,
      });
    });
  }

  /** Records the look at a file of a case. @throws ProblemError `not_found` */
  async recordFileLook(staffId: string, caseId: string, path: string): Promise<void> {
    await this.repository.transaction(async (manager) => this.lookAtFile(manager, staffId, caseId, path));
  }

  /**
   * Returns the key of the copy of a reported picture in the object store, and records the look at it.
   * @throws ProblemError `not_found`
   */
  async requirePicture(staffId: string, caseId: string): Promise<string> {
    return this.repository.transaction(async (manager) => {
      const key = await this.repository.findPicture(manager, staffId, caseId);
      if (key === undefined) throw notFound();
      await this.lookAtFile(manager, staffId, caseId, key);
      return key;
    });
  }

  /** Assigns an open case to the caller, also one of somebody else. @throws ProblemError `not_found`, `case_closed` */
  async assign(staff: StaffSession, caseId: string): Promise<StaffCaseDetail> {
    await this.repository.transaction(async (manager) => {
      const found = await this.lockOpen(manager, staff, caseId);
      if (found.assigned_to === staff.userId) return;
      await this.repository.assign(manager, caseId, staff.userId);
      await this.record(manager, staff, { kind: 'case_assigned', caseId, found });
    });
    return this.find(staff, caseId);
  }

  /** Gives an open case of the caller back. @throws ProblemError `not_found`, `case_closed` */
  async release(staff: StaffSession, caseId: string): Promise<StaffCaseDetail> {
    await this.repository.transaction(async (manager) => {
      const found = await this.lockOpen(manager, staff, caseId);
      if (found.assigned_to !== staff.userId) return;
      await this.repository.assign(manager, caseId, null);
      await this.record(manager, staff, { kind: 'case_released', caseId, found });
    });
    return this.find(staff, caseId);
  }

  /**
   * Decides and closes a case, and informs its reporters and the member.
   * @throws ProblemError `not_found`, `case_closed`, `validation_failed`; `forbidden` for a case that somebody else works on, or
   * about staff of the same or a higher role
   */
  async decide(staff: StaffSession, caseId: string, body: DecideCaseBody): Promise<StaffCaseDetail> {
    const decision = readDecision(body);
    const subject = await this.repository.findSubject(staff.userId, caseId);
    if (!subject) throw notFound();
    const { kind, about_user_id: aboutUserId } = subject;
    await retryDeadlocks(async () =>
      this.content.runChange({ kind, aboutUserId }, async (change) => {
        const found = await this.lockOpen(change.manager, staff, caseId);
        if (found.about_user_id !== aboutUserId) throw notFound();
        return this.decideWithin(change, staff, caseId, { found, decision });
      }),
    );
    return this.find(staff, caseId);
  }

  /** @returns functions to run after the commit */
  private async decideWithin(
    change: HidingChange,
    staff: StaffSession,
    caseId: string,
    { found, decision: { hides, measure, note } }: { found: LockedCase; decision: Decision },
  ): Promise<AfterCommit[]> {
    const { manager } = change;
    const { kind, subject_id: subjectId, server_id: serverId, about_user_id: userId } = found;
    if (found.assigned_to !== null && found.assigned_to !== staff.userId) {
      throw new ProblemError('forbidden', STAFF_CASE_MESSAGES.caseTaken);
    }
    if (hides && !isHideable(kind)) throw invalidField('action', STAFF_CASE_MESSAGES.notHideable);
    if (userId === null && measure && !(measure.kind === 'content_hidden' && kind === 'message')) {
      throw invalidField('action', STAFF_CASE_MESSAGES.formerMember);
    }
    const tasks: AfterCommit[] = [];
    let wasPublic = false;
    if (hides && subjectId !== null) {
      const hidden = await this.content.hide(change, { kind, subjectId, serverId, aboutUserId: userId });
      ({ wasPublic } = hidden);
      tasks.push(...hidden.tasks);
    }
    if (userId !== null) {
      await this.measures.requireAuthority(manager, staff, userId);
      const about = { userId, caseId };
      if (measure && hides && subjectId !== null) {
        const hiding = { rule: measure.rule, reason: measure.reason, kind: 'content_hidden' } as const;
        const subject = { kind, id: subjectId, title: found.title };
        tasks.push(
          ...(await this.measures.take(manager, staff, { ...about, ...hiding, subject, wasPublic })),
        );
      }
      if (measure && measure.kind !== 'content_hidden') {
        tasks.push(...(await this.measures.take(manager, staff, { ...about, ...measure })));
      }
    }
    const outcome = outcomeOf(kind, hides, measure);
    await closeCase(manager, caseId, { outcome, reason: note, decidedBy: staff.userId });
    await this.record(manager, staff, { kind: 'case_closed', caseId, found, outcome });
    if (kind === 'message' && serverId !== null) {
      tasks.push(async () => this.publisher.publishQueueChanged(serverId, userId));
    }
    return tasks;
  }

  /** @throws ProblemError `not_found` */
  private async lookAtFile(
    manager: EntityManager,
    staffId: string,
    caseId: string,
    file: string,
  ): Promise<void> {
    const found = await this.repository.findSubject(staffId, caseId, manager);
    if (!found) throw notFound();
    await recordStaffLook(manager, {
      kind: 'case_file_viewed',
      actorId: staffId,
      subjectId: found.about_user_id,
      caseId,
      detail: { case: found.number },
      thing: `${caseId} ${file}`,
    });
  }

  /** @throws ProblemError `not_found`, `case_closed` */
  private async lockOpen(manager: EntityManager, staff: StaffSession, caseId: string): Promise<LockedCase> {
    const found = await this.repository.lock(manager, staff.userId, caseId);
    if (!found) throw notFound();
    if (found.state !== 'open') throw new ProblemError('case_closed', CASE_MESSAGES.caseClosed);
    return found;
  }

  private async record(
    manager: EntityManager,
    { userId: actorId }: StaffSession,
    {
      kind,
      caseId,
      found,
      outcome,
    }: {
      kind: 'case_assigned' | 'case_released' | 'case_closed';
      caseId: string;
      found: LockedCase;
      outcome?: CaseOutcome;
    },
  ): Promise<void> {
    await recordStaffAction(manager, {
      kind,
      actorId,
      subjectId: found.about_user_id,
      caseId,
      detail: { case: found.number, ...(outcome && { outcome }) },
    });
  }
}

/** What a decision does: every action but `none` is a measure with a rule and a reason. */
function readDecision({ action, reason, hidesContent = false, ...rest }: DecideCaseBody): Decision {
  if (action === 'none') return { hides: false, measure: null, note: reason ?? null };
  const measure = readMeasure({ ...rest, action, reason });
  return { hides: hidesOf(action, hidesContent), measure, note: measure.reason };
}

const hidesOf = (action: CaseAction, hidesContent: boolean): boolean =>
  action === 'hide' || (action === 'suspend' && hidesContent);

/** What the case says afterwards, and its reporters learn. A profile that is hidden is not removed. */
function outcomeOf(kind: LockedCase['kind'], hides: boolean, measure: GivenMeasure | null): CaseOutcome {
  if (measure === null) return 'none';
  return hides && kind !== 'profile' && kind !== 'member' ? 'removed' : 'acted';
}
