import { Injectable } from '@nestjs/common';
import type { AnnouncementBody, AnnouncementView, ListedAnnouncement } from '@oniverse/contracts';
import type { Page, PageQueryDto } from '@oniverse/platform/backend';
import { AnnouncementsService } from '../../site/index.js';
import { type Actor, StaffChanges } from '../audit/staff-changes.js';

/** What the staff of the platform announce to everyone. */
@Injectable()
export class StaffAnnouncementsService {
  constructor(
    private readonly changes: StaffChanges,
    private readonly announcements: AnnouncementsService,
  ) {}

  /** Newest first. */
  async list(page: PageQueryDto): Promise<Page<ListedAnnouncement>> {
    return this.announcements.list(page);
  }

  /** @throws ProblemError `validation_failed` if it ends before it starts, or has ended */
  async create(staff: Actor, body: AnnouncementBody): Promise<AnnouncementView> {
    const made = await this.changes.run(staff, async (manager, record) => {
      await record({ kind: 'announcement_made', detail: { name: body.title } });
      return this.announcements.create(manager, staff.userId, body);
    });
    await this.announcements.publishChanged();
    return made;
  }

  /** @throws ProblemError `not_found`; `validation_failed` if it ends before it starts, or has ended */
  async update(staff: Actor, id: string, body: AnnouncementBody): Promise<AnnouncementView> {
    const changed = await this.changes.run(staff, async (manager, record) => {
      await record({ kind: 'announcement_changed', detail: { name: body.title } });
      return this.announcements.update(manager, id, body);
    });
    await this.announcements.publishChanged();
    return changed;
  }

  /** @throws ProblemError `not_found` */
  async delete(staff: Actor, id: string): Promise<void> {
    await this.changes.run(staff, async (manager, record) => {
      const name = await this.announcements.delete(manager, id);
      await record({ kind: 'announcement_deleted', detail: { name } });
    });
    await this.announcements.publishChanged();
  }
}
