import { Injectable } from '@nestjs/common';
import {
  type AccountActivityKind,
  type MeasureKind,
  outranks,
  STAFF_MESSAGES,
  type StaffAuditKind,
} from '@oniverse/contracts';
import { type EndedMeasure, hideProfile, recordStaffAction } from '@oniverse/data';
import { notFound, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccountActivityService, SessionsService } from '../../account/index.js';
import type { StaffSession } from '../../shared/index.js';
import { PostHints } from '../../writing/index.js';
import type { Actor } from '../audit/staff-changes.js';
import { MeasuresRepository, type NewMeasure } from './measures.repository.js';

export type { HiddenSubject, NewMeasure } from './measures.repository.js';

/** Functions to run after the commit, in order. */
export type AfterCommit = () => Promise<void>;

const TAKEN = {
  warned: 'member_warned',
  content_hidden: 'content_hidden',
  suspended: 'member_suspended',
} as const satisfies Record<MeasureKind, StaffAuditKind>;

const ENDED = {
  warned: 'warning_withdrawn',
  content_hidden: 'content_shown',
  suspended: 'suspension_ended',
} as const satisfies Record<MeasureKind, AccountActivityKind & StaffAuditKind>;

/** Returns whether a measure hides the profile of the member. */
const hidesProfile = ({ kind, subject }: NewMeasure): boolean =>
  kind === 'suspended' ||
  (kind === 'content_hidden' && (subject?.kind === 'profile' || subject?.kind === 'member'));

/** What the staff of the platform do against members. */
@Injectable()
export class MeasuresService {
  constructor(
    private readonly repository: MeasuresRepository,
    private readonly sessions: SessionsService,
    private readonly activity: AccountActivityService,
    private readonly postHints: PostHints,
  ) {}

  /**
   * Takes a measure, and records it for the staff and the member. A suspension replaces an earlier one, ends all sessions and
   * hides the profile, which `content_hidden` with the profile as its subject hides too; other subjects are up to the caller.
   * Call it late in the transaction, because it locks the row of the member, and then rows of tags.
   * @returns functions to run after the commit
   * @throws ProblemError `not_found`; `forbidden` against staff of the same or a higher role
   */
  async take(manager: EntityManager, staff: StaffSession, measure: NewMeasure): Promise<AfterCommit[]> {
    const { userId, kind, rule, until, caseId, subject } = measure;
    await this.requireAuthority(manager, staff, userId);
    const isSuspension = kind === 'suspended';
    const tasks: AfterCommit[] = [];
    if (isSuspension) {
      tasks.push(await this.sessions.endAll(manager, userId));
      await this.repository.closeUploads(manager, userId);
    }
    const isProfileHidden = hidesProfile(measure);
    const wasPublic = isProfileHidden ? await hideProfile(manager, userId) : measure.wasPublic;
    if (isProfileHidden) tasks.push(async () => this.postHints.publishVisibility(userId));
    const earlier = isSuspension ? await this.repository.findSuspension(manager, userId) : undefined;
    if (earlier !== undefined) await this.repository.replace(manager, earlier, staff.userId);
    const id = await this.repository.insert(manager, staff.userId, { ...measure, wasPublic });
    await recordStaffAction(manager, {
      kind: TAKEN[kind],
      actorId: staff.userId,
      subjectId: userId,
      caseId: caseId ?? null,
      detail: {
        measureId: id,
        rule,
        ...(until && { until: until.toISOString() }),
        ...(caseId && { caseId }),
        ...(subject && { thing: subject.kind }),
      },
    });
    tasks.push(await this.activity.record(manager, { userId, kind }));
    return tasks;
  }

  /**
   * Ends a measure before its time. What it hid of the profile is shown again; other subjects are up to the caller.
   * @returns functions to run after the commit; undefined if it has ended
   * @throws ProblemError `not_found`; `forbidden` for a measure against staff of the same or a higher role
   */
  async end(manager: EntityManager, staff: StaffSession, id: string): Promise<AfterCommit[] | undefined> {
    await this.requireAuthorityOver(manager, staff, id);
    const ended = await this.repository.close(manager, id, staff.userId);
    if (!ended) return undefined;
    const { userId, kind } = ended;
    await recordStaffAction(manager, {
      kind: ENDED[kind],
      actorId: staff.userId,
      subjectId: userId,
      detail: { measureId: id },
    });
    return this.announceEnd(manager, ended);
  }

  /**
   * Locks the row of the member of a measure, and requires that one of the staff may act on it.
   * @returns the id of the member
   * @throws ProblemError `not_found`, `forbidden`
   */
  async requireAuthorityOver(manager: EntityManager, staff: StaffSession, id: string): Promise<string> {
    const userId = await this.repository.findMember(manager, id);
    if (userId === undefined) throw notFound();
    await this.requireAuthority(manager, staff, userId);
    return userId;
  }

  /** Records the end of a measure for its member. @returns functions to run after the commit */
  async announceEnd(manager: EntityManager, { userId, kind }: EndedMeasure): Promise<AfterCommit[]> {
    return [
      await this.activity.record(manager, { userId, kind: ENDED[kind] }),
      async () => this.postHints.publishVisibility(userId),
    ];
  }

  /**
   * Locks the row of a member, and requires that one of the staff may act on it. The role of the staff is read again, because it
   * may have changed since the admission of the call. Operators may act on everyone.
   * @throws ProblemError `not_found`, `forbidden`
   */
  async requireAuthority(manager: EntityManager, { userId: staffId }: Actor, userId: string): Promise<void> {
    const member = await this.repository.lockMember(manager, userId);
    if (!member) throw notFound();
    if (staffId === null) return;
    const role = await this.repository.findStaffRole(manager, staffId);
    if (role === null) throw new ProblemError('forbidden', STAFF_MESSAGES.notStaff);
    if (!outranks(role, member.staffRole)) throw new ProblemError('forbidden', STAFF_MESSAGES.sameRole);
  }
}
