import { Module } from '@nestjs/common';
import { AccountModule } from '../account/index.js';
import { AlbumModule } from '../album/index.js';
import { SafetyModule } from '../safety/index.js';
import { SharedModule } from '../shared/index.js';
import { SiteModule } from '../site/index.js';
import { TalkModule } from '../talk/index.js';
import { WritingModule } from '../writing/index.js';
import { StaffAnnouncementsController } from './announcements/staff-announcements.controller.js';
import { StaffAnnouncementsService } from './announcements/staff-announcements.service.js';
import { AppealsController } from './appeals/appeals.controller.js';
import { AppealsRepository } from './appeals/appeals.repository.js';
import { AppealsService } from './appeals/appeals.service.js';
import { StaffAuditController } from './audit/staff-audit.controller.js';
import { StaffAuditRepository } from './audit/staff-audit.repository.js';
import { StaffAuditService } from './audit/staff-audit.service.js';
import { CaseFilesController } from './cases/case-files.controller.js';
import { CaseFiles } from './cases/case-files.service.js';
import { StaffCasesController } from './cases/staff-cases.controller.js';
import { StaffCasesRepository } from './cases/staff-cases.repository.js';
import { StaffCasesService } from './cases/staff-cases.service.js';
import { HiddenContent } from './measures/hidden-content.service.js';
import { MeasuresController } from './measures/measures.controller.js';
import { MeasuresRepository } from './measures/measures.repository.js';
import { MeasuresService } from './measures/measures.service.js';
import { TakenMeasures } from './measures/taken-measures.service.js';
import { MemberFactsService } from './member-facts/member-facts.service.js';
import { StaffMembersController } from './members/staff-members.controller.js';
import { StaffMembersRepository } from './members/staff-members.repository.js';
import { StaffMembersService } from './members/staff-members.service.js';
import { OperatorsService } from './operators/operators.service.js';
import { IncidentsRepository } from './status/incidents.repository.js';
import { IncidentsService } from './status/incidents.service.js';
import { StatusController } from './status/status.controller.js';
import { StatusService } from './status/status.service.js';
import { MaintenanceController } from './maintenance/maintenance.controller.js';
import { StaffMaintenanceService } from './maintenance/staff-maintenance.service.js';
import { ProofOfWorkController } from './proof-of-work/proof-of-work.controller.js';
import { ProofOfWorkService } from './proof-of-work/proof-of-work.service.js';
import { StaffServersController } from './public-servers/staff-servers.controller.js';
import { StaffServersService } from './public-servers/staff-servers.service.js';
import { RegistrationController } from './registration/registration.controller.js';
import { RegistrationService } from './registration/registration.service.js';
import { StaffChanges } from './audit/staff-changes.js';
import { StorageController } from './storage/storage.controller.js';
import { StorageRepository } from './storage/storage.repository.js';
import { StorageService } from './storage/storage.service.js';
import { TeamController } from './team/team.controller.js';
import { TeamRepository } from './team/team.repository.js';
import { TeamService } from './team/team.service.js';
import { StaffWaitlistController } from './waitlist/staff-waitlist.controller.js';
import { StaffWaitlistService } from './waitlist/staff-waitlist.service.js';
import { WavesController } from './waves/waves.controller.js';
import { WavesRepository } from './waves/waves.repository.js';
import { WavesService } from './waves/waves.service.js';

/** The console of the platform's staff. */
@Module({
  imports: [SharedModule, AccountModule, AlbumModule, SafetyModule, SiteModule, TalkModule, WritingModule],
  controllers: [
    MaintenanceController,
    ProofOfWorkController,
    AppealsController,
    CaseFilesController,
    MeasuresController,
    RegistrationController,
    StaffAnnouncementsController,
    StaffAuditController,
    StaffCasesController,
    StaffMembersController,
    StaffServersController,
    StaffWaitlistController,
    StatusController,
    StorageController,
    TeamController,
    WavesController,
  ],
  providers: [
    StaffMaintenanceService,
    ProofOfWorkService,
    AppealsRepository,
    AppealsService,
    CaseFiles,
    HiddenContent,
    IncidentsRepository,
    IncidentsService,
    MeasuresRepository,
    MeasuresService,
    MemberFactsService,
    OperatorsService,
    RegistrationService,
    StaffAnnouncementsService,
    StaffAuditRepository,
    StaffAuditService,
    StaffCasesRepository,
    StaffCasesService,
    StaffChanges,
    StaffMembersRepository,
    StaffMembersService,
    StaffServersService,
    StaffWaitlistService,
    StatusService,
    StorageRepository,
    StorageService,
    TakenMeasures,
    TeamRepository,
    TeamService,
    WavesRepository,
    WavesService,
  ],
})
export class StaffModule {}
