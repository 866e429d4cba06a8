import { Controller } from '@nestjs/common';
import {
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  type OkAnswer,
  updateAnnouncement,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { StaffAnnouncementsService } from './staff-announcements.service.js';

@Controller()
export class StaffAnnouncementsController {
  constructor(private readonly announcements: StaffAnnouncementsService) {}

  @Handles(listAnnouncements)
  async list({ query }: Received<typeof listAnnouncements>) {
    return this.announcements.list(query);
  }

  @Handles(createAnnouncement)
  async create({ session, body }: Received<typeof createAnnouncement>) {
    return this.announcements.create(session, body);
  }

  @Handles(updateAnnouncement)
  async update({ session, id, body }: Received<typeof updateAnnouncement>) {
    return this.announcements.update(session, id, body);
  }

  @Handles(deleteAnnouncement)
  async delete({ session, id }: Received<typeof deleteAnnouncement>): Promise<OkAnswer> {
    await this.announcements.delete(session, id);
    return { ok: true };
  }
}
