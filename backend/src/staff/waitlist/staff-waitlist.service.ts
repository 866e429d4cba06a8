import { Injectable } from '@nestjs/common';
import { maskedEmail, type RegistrationInvite, type WaitlistEntryView } from '@oniverse/contracts';
import { recordStaffLook } from '@oniverse/data';
import type { Page, PageQueryDto } from '@oniverse/platform/backend';
import { RegistrationInvites, WaitlistService } from '../../account/index.js';
import { type Actor, StaffChanges } from '../audit/staff-changes.js';

/** The waitlist, for the staff of the platform. Its addresses are private, so the audit log has each look. */
@Injectable()
export class StaffWaitlistService {
  constructor(
    private readonly changes: StaffChanges,
    private readonly waitlist: WaitlistService,
    private readonly invites: RegistrationInvites,
  ) {}

  /** Who waited longest first. @param page.q only the entry with this address or Oni ID */
  async list(staff: Actor, page: PageQueryDto & { q?: string }): Promise<Page<WaitlistEntryView>> {
    const look = { kind: 'waitlist_viewed', actorId: staff.userId, thing: 'waitlist' } as const;
    await this.changes.run(staff, async (manager) => recordStaffLook(manager, look));
    return this.waitlist.list(page);
  }

  /** @throws ProblemError `not_found`; `already_used` if someone registered with an earlier invitation of the entry */
  async invite(staff: Actor, id: string): Promise<RegistrationInvite> {
    return this.changes.run(staff, async (manager, record) => {
      const email = await this.waitlist.lock(manager, id);
      await record({ kind: 'waitlist_invited', detail: { name: maskedEmail(email) } });
      return this.invites.inviteEntry(manager, { createdBy: staff.userId, entryId: id, email });
    });
  }

  /** @throws ProblemError `not_found` */
  async remove(staff: Actor, id: string): Promise<void> {
    const { publish } = await this.changes.run(staff, async (manager, record) => {
      const removed = await this.waitlist.remove(manager, id);
      await record({ kind: 'waitlist_removed', detail: { name: maskedEmail(removed.email) } });
      return removed;
    });
    publish();
  }
}
