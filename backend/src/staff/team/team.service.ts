import { Injectable } from '@nestjs/common';
import {
  isAtLeast,
  ROOMS,
  STAFF_MESSAGES,
  STAFF_TEAM_MESSAGES,
  type TeamMemberView,
  teamMemberSchema,
  type StaffRole,
  type StaffRoleBody,
  viewOf,
} from '@oniverse/contracts';
import { setStaffRole } from '@oniverse/data';
import { invalidField, LivePublisher, notFound, ProblemError } from '@oniverse/platform';
import { requireRow, type StaffSession } from '../../shared/index.js';
import { StaffChanges } from '../audit/staff-changes.js';
import { type LockedMember, TeamRepository, type TeamRow } from './team.repository.js';

const staffMember = (row: TeamRow): TeamMemberView => viewOf(teamMemberSchema, row);

/** Names the staff of the platform. Operators do so, too, and only they change the role of another administrator. */
@Injectable()
export class TeamService {
  constructor(
    private readonly changes: StaffChanges,
    private readonly repository: TeamRepository,
    private readonly live: LivePublisher,
  ) {}

  /** Administrators first. */
  async list(): Promise<TeamMemberView[]> {
    return (await this.repository.list()).map(staffMember);
  }

  /**
   * Gives a member a role, or another one.
   * @throws ProblemError `validation_failed` for an unknown member; `forbidden` for another administrator, and the last one
   */
  async setRole(staff: StaffSession, { username, role }: StaffRoleBody): Promise<TeamMemberView> {
    const row = await this.changes.run(staff, async (manager, record) => {
      const { member, admins } = await this.repository.lockWithAdmins(manager, { username });
      if (!member) throw invalidField('username', STAFF_TEAM_MESSAGES.unknownMember);
      if (member.role !== role) {
        requireMayChange(staff, { member, admins }, role);
        await setStaffRole(manager, member.id, role);
        const kind = member.role === null ? 'staff_added' : 'staff_changed';
        await record({ kind, subjectId: member.id, detail: { role } });
      }
      return requireRow((await this.repository.list(member.id, manager))[0]);
    });
    this.publish(row.user_id);
    return staffMember(row);
  }

  /** @throws ProblemError `not_found` for other members; `forbidden` for another administrator, and the last one */
  async remove(staff: StaffSession, userId: string): Promise<void> {
    await this.changes.run(staff, async (manager, record) => {
      const { member, admins } = await this.repository.lockWithAdmins(manager, { id: userId });
      if (!member || member.role === null) throw notFound();
      requireMayChange(staff, { member, admins }, null);
      await setStaffRole(manager, userId, null);
      await record({ kind: 'staff_removed', subjectId: userId, detail: { role: member.role } });
    });
    this.publish(userId);
  }

  /** Refreshes the member's pages, which show the console to staff only. */
  private publish(userId: string): void {
    this.live.publish('account:changed', ROOMS.user(userId), {});
  }
}

/** @throws ProblemError `forbidden` */
function requireMayChange(
  { userId }: StaffSession,
  { member, admins }: { member: LockedMember; admins: readonly LockedMember[] },
  role: StaffRole | null,
): void {
  // The caller's role may have changed since the call was admitted.
  if (!admins.some(({ id }) => id === userId)) throw new ProblemError('forbidden', STAFF_MESSAGES.notAdmin);
  if (!isAtLeast(member.role, 'admin')) return;
  if (member.id !== userId) throw new ProblemError('forbidden', STAFF_MESSAGES.sameRole);
  if (!isAtLeast(role, 'admin') && admins.length === 1) {
    throw new ProblemError('forbidden', STAFF_TEAM_MESSAGES.lastAdmin);
  }
}
