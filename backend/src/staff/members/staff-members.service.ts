import { Injectable } from '@nestjs/common';
import {
  type EraseMemberBody,
  type MemberRecord,
  RECORD_ENTRIES,
  openSessionSchema,
  STAFF_MEMBER_MESSAGES,
  staffMemberSchema,
  type StaffMemberView,
  type TakeMeasureBody,
  viewOf,
} from '@oniverse/contracts';
import { recordStaffAction, recordStaffLook } from '@oniverse/data';
import { invalidField, notFound } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccountActivityService, SessionsService } from '../../account/index.js';
import { ErasureService } from '../../safety/index.js';
import { retryDeadlocks, type StaffSession } from '../../shared/index.js';
import type { Actor } from '../audit/staff-changes.js';
import { StaffCasesService } from '../cases/staff-cases.service.js';
import { type AfterCommit, MeasuresService } from '../measures/measures.service.js';
import { readMeasure } from '../measures/read-measure.js';
import { TakenMeasures } from '../measures/taken-measures.service.js';
import { MemberFactsService } from '../member-facts/member-facts.service.js';
import { type StaffMembersPage, StaffMembersRepository } from './staff-members.repository.js';

/** What the staff of the platform know of members, and do against them without a case. */
@Injectable()
export class StaffMembersService {
  constructor(
    private readonly repository: StaffMembersRepository,
    private readonly facts: MemberFactsService,
    private readonly cases: StaffCasesService,
    private readonly measures: MeasuresService,
    private readonly taken: TakenMeasures,
    private readonly sessions: SessionsService,
    private readonly activity: AccountActivityService,
    private readonly erasure: ErasureService,
  ) {}

  /** Newest first. */
  async list(page: StaffMembersPage): Promise<Page<StaffMemberView>> {
    return Page.of(await this.repository.listPage(page), page.limit, (row) => viewOf(staffMemberSchema, row));
  }

  /** Returns the record of a member, and records the look at it. @throws ProblemError `not_found` */
  async find(staff: Actor, userId: string): Promise<MemberRecord> {
    return this.repository.transaction(async (manager) => {
      const member = await this.facts.find(manager, userId);
      if (!member) throw notFound();
      await recordStaffLook(manager, {
        kind: 'member_viewed',
        actorId: staff.userId,
        subjectId: userId,
        thing: userId,
      });
      const sessions = await this.repository.listSessions(manager, userId);
      return {
        ...member,
        openSessions: sessions.map((row) => viewOf(openSessionSchema, row)),
        newestCases: await this.cases.listAbout(manager, staff, userId, RECORD_ENTRIES),
        newestMeasures: await this.taken.listOfMember(manager, userId, RECORD_ENTRIES),
      };
    });
  }

  /**
   * Warns or suspends a member, or hides the profile.
   * @throws ProblemError `not_found`, `validation_failed`; `forbidden` against staff of the same or a higher role
   */
  async takeMeasure(staff: StaffSession, userId: string, body: TakeMeasureBody): Promise<MemberRecord> {
    const measure = readMeasure(body);
    const subject = body.action === 'hide' ? ({ kind: 'profile', id: userId, title: null } as const) : null;
    await this.run(async (manager) => this.measures.take(manager, staff, { ...measure, userId, subject }));
    return this.find(staff, userId);
  }

  /** @throws ProblemError `not_found`; `forbidden` against staff of the same or a higher role */
  async endSessions(staff: StaffSession, userId: string): Promise<MemberRecord> {
    await this.run(async (manager) => {
      await this.measures.requireAuthority(manager, staff, userId);
      await recordStaffAction(manager, {
        kind: 'member_sessions_ended',
        actorId: staff.userId,
        subjectId: userId,
      });
      return [
        await this.sessions.endAll(manager, userId),
        await this.activity.record(manager, { userId, kind: 'sessions_ended' }),
      ];
    });
    return this.find(staff, userId);
  }

  /**
   * Erases a member who asked for it, as the member's own erasure does.
   * @throws ProblemError `not_found`; `validation_failed` unless the Oni ID is that of the member; `forbidden` against staff of
   * the same or a higher role
   */
  async erase(staff: StaffSession, userId: string, { username }: EraseMemberBody): Promise<void> {
    return this.eraseOnRequest(staff, userId, async (manager) => {
      if ((await this.repository.findUsername(manager, userId)) !== username.toLowerCase()) {
        throw invalidField('username', STAFF_MEMBER_MESSAGES.wrongUsername);
      }
    });
  }

  /**
   * Like `erase`, for callers who confirm the Oni ID themselves.
   * @param confirm what must hold in the transaction, with the member's row locked
   */
  async eraseOnRequest(
    staff: Actor,
    userId: string,
    confirm?: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const require = async (manager: EntityManager): Promise<void> => {
      await this.measures.requireAuthority(manager, staff, userId);
      await confirm?.(manager);
    };
    // First without the list of erasures, which a refused one must not reach.
    await this.repository.transaction(require);
    await this.erasure.eraseOnRequest(userId, async (manager) => {
      await require(manager);
      await recordStaffAction(manager, { kind: 'member_erased', actorId: staff.userId, subjectId: userId });
    });
  }

  private async run(work: (manager: EntityManager) => Promise<AfterCommit[]>): Promise<void> {
    const tasks = await retryDeadlocks(async () => this.repository.transaction(work));
    for (const task of tasks) await task();
  }
}
