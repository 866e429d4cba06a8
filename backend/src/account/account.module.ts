import { Module } from '@nestjs/common';
import { AccountActivityRepository } from './account-activity/account-activity.repository.js';
import { AccountActivityService } from './account-activity/account-activity.service.js';
import { AccountLinksController } from './account-links/account-links.controller.js';
import { AccountLinks } from './account-links/account-links.service.js';
import {
  AccountActivityController,
  AccountSecurityController,
} from './account-security/account-security.controller.js';
import { AccountSecurityService } from './account-security/account-security.service.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AccountsService } from './accounts/accounts.service.js';
import { EmailsController } from './emails/emails.controller.js';
import { EmailsRepository } from './emails/emails.repository.js';
import { EmailsService } from './emails/emails.service.js';
import { ExportQueue } from './exports/export-queue.js';
import { ExportedFiles } from './exports/exported-files.js';
import { ExportsController } from './exports/exports.controller.js';
import { ExportsRepository } from './exports/exports.repository.js';
import { ExportsService } from './exports/exports.service.js';
import { MemberDataRepository } from './exports/member-data.repository.js';
import { Challenges } from './factors/challenges.service.js';
import { FactorRemoval } from './factors/factor-removal.js';
import { FactorsController } from './factors/factors.controller.js';
import { FactorsRepository } from './factors/factors.repository.js';
import { FactorsService } from './factors/factors.service.js';
import { PasskeySite } from './factors/passkey-site.js';
import { PasskeyVerifier } from './factors/passkey-verifier.js';
import { Proofs } from './factors/proofs.service.js';
import { SecondFactors } from './factors/second-factors.service.js';
import { OwnMeasuresController } from './own-measures/own-measures.controller.js';
import { OwnMeasuresRepository } from './own-measures/own-measures.repository.js';
import { OwnMeasuresService } from './own-measures/own-measures.service.js';
import { PasswordResetsController } from './password-resets/password-resets.controller.js';
import { PasswordResetsRepository } from './password-resets/password-resets.repository.js';
import { PasswordResetsService } from './password-resets/password-resets.service.js';
import { CurrentPassword } from './passwords/current-password.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { ProofsController } from './proofs/proofs.controller.js';
import { ProofsRepository } from './proofs/proofs.repository.js';
import { ProofsService } from './proofs/proofs.service.js';
import { ReauthenticationController } from './reauthentication/reauthentication.controller.js';
import { ReauthenticationService } from './reauthentication/reauthentication.service.js';
import { RegistrationInvitesRepository } from './registration/registration-invites.repository.js';
import { RegistrationInvites } from './registration/registration-invites.service.js';
import { RequestAdmission } from './sessions/request-admission.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsGateway } from './sessions/sessions.gateway.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInsController } from './sign-ins/sign-ins.controller.js';
import { SignInsRepository } from './sign-ins/sign-ins.repository.js';
import { SignInsService } from './sign-ins/sign-ins.service.js';
import { StaffRolesService } from './staff-roles/staff-roles.service.js';
import { UsernamesController } from './usernames/usernames.controller.js';
import { UsernamesService } from './usernames/usernames.service.js';
import { WaitlistCounter } from './waitlist/waitlist-counter.js';
import { WaitlistController } from './waitlist/waitlist.controller.js';
import { WaitlistGateway } from './waitlist/waitlist.gateway.js';
import { WaitlistRepository } from './waitlist/waitlist.repository.js';
import { WaitlistService } from './waitlist/waitlist.service.js';
import { SharedModule } from '../shared/index.js';

/** Registration, signing in and out, and what secures an account. */
@Module({
  imports: [SharedModule],
  controllers: [
    AccountLinksController,
    AccountSecurityController,
    AccountActivityController,
    AccountsController,
    EmailsController,
    ExportsController,
    FactorsController,
    OwnMeasuresController,
    PasswordResetsController,
    ProofsController,
    ReauthenticationController,
    SessionsController,
    SignInsController,
    UsernamesController,
    WaitlistController,
  ],
  providers: [
    AccountActivityService,
    AccountActivityRepository,
    AccountLinks,
    AccountSecurityService,
    AccountsService,
    AccountsRepository,
    EmailsService,
    EmailsRepository,
    ExportsService,
    ExportsRepository,
    ExportedFiles,
    MemberDataRepository,
    { provide: ExportQueue, useFactory: () => new ExportQueue() },
    FactorRemoval,
    Challenges,
    FactorsRepository,
    FactorsService,
    PasskeySite,
    PasskeyVerifier,
    Proofs,
    SecondFactors,
    OwnMeasuresRepository,
    OwnMeasuresService,
    PasswordResetsService,
    PasswordResetsRepository,
    PasswordsService,
    CurrentPassword,
    ReauthenticationService,
    RegistrationInvites,
    RegistrationInvitesRepository,
    SessionsService,
    SessionsRepository,
    SessionsGateway,
    RequestAdmission,
    ProofsService,
    ProofsRepository,
    SignInsService,
    StaffRolesService,
    SignInsRepository,
    UsernamesService,
    WaitlistService,
    WaitlistRepository,
    WaitlistCounter,
    WaitlistGateway,
  ],
  exports: [
    AccountActivityService,
    AccountsService,
    CurrentPassword,
    ExportsService,
    RegistrationInvites,
    SessionsService,
    UsernamesService,
    WaitlistService,
  ],
})
export class AccountModule {}
