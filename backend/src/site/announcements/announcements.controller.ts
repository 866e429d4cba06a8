import { Controller, Header } from '@nestjs/common';
import { getAnnouncement } from '@oniverse/contracts';
import { Handles } from '../../shared/index.js';
import { AnnouncementsService } from './announcements.service.js';

@Controller()
export class AnnouncementsController {
  constructor(private readonly announcements: AnnouncementsService) {}

  @Handles(getAnnouncement)
  @Header('cache-control', 'no-store')
  async current() {
    return this.announcements.get();
  }
}
