import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { AccountLinksModule } from '../account-links/account-links.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { FactorRemovalModule } from '../factors/factor-removal.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { PasswordResetsService } from './password-resets.service.js';

@Module({
  imports: [
    AccountActivityModule,
    AccountLinksModule,
    ChangesModule,
    EmailsModule,
    FactorRemovalModule,
    PasswordsModule,
    SessionsModule,
  ],
  controllers: [PasswordResetsController],
  providers: [PasswordResetsService, PasswordResetsRepository],
})
export class PasswordResetsModule {}
