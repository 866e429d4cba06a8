import { Module } from '@nestjs/common';
import { AccountModule } from '../account/index.js';
import { SharedModule } from '../shared/index.js';
import { SiteModule } from '../site/index.js';
import { TalkModule } from '../talk/index.js';
import { StaffAnnouncementsController } from './announcements/staff-announcements.controller.js';
import { StaffAnnouncementsService } from './announcements/staff-announcements.service.js';
import { StaffAuditController } from './audit/staff-audit.controller.js';
import { StaffAuditRepository } from './audit/staff-audit.repository.js';
import { StaffAuditService } from './audit/staff-audit.service.js';
import { StaffServersController } from './public-servers/staff-servers.controller.js';
import { StaffServersService } from './public-servers/staff-servers.service.js';
import { RegistrationController } from './registration/registration.controller.js';
import { RegistrationService } from './registration/registration.service.js';
import { StaffChanges } from './staff-changes.js';
import { StorageController } from './storage/storage.controller.js';
import { StorageRepository } from './storage/storage.repository.js';
import { StorageService } from './storage/storage.service.js';
import { TeamController } from './team/team.controller.js';
import { TeamRepository } from './team/team.repository.js';
import { TeamService } from './team/team.service.js';
import { StaffWaitlistController } from './waitlist/staff-waitlist.controller.js';
import { StaffWaitlistService } from './waitlist/staff-waitlist.service.js';

/** The console of the platform's staff. */
@Module({
  imports: [SharedModule, AccountModule, TalkModule, SiteModule],
  controllers: [
    RegistrationController,
    StaffAnnouncementsController,
    StaffAuditController,
    StaffServersController,
    StaffWaitlistController,
    StorageController,
    TeamController,
  ],
  providers: [
    RegistrationService,
    StaffAnnouncementsService,
    StaffAuditRepository,
    StaffAuditService,
    StaffChanges,
    StaffServersService,
    StaffWaitlistService,
    StorageRepository,
    StorageService,
    TeamRepository,
    TeamService,
  ],
})
export class StaffModule {}
