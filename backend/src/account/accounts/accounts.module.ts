import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { AccountLinksModule } from '../account-links/account-links.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { FactorRemovalModule } from '../factors/factor-removal.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInsModule } from '../sign-ins/sign-ins.module.js';
import { UsernamesModule } from '../usernames/usernames.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsRepository } from './accounts.repository.js';
import { AccountsService } from './accounts.service.js';

@Module({
  imports: [
    AccountActivityModule,
    AccountLinksModule,
    ChangesModule,
    EmailsModule,
    FactorRemovalModule,
    PasswordsModule,
    SessionsModule,
    SignInsModule,
    UsernamesModule,
  ],
  controllers: [AccountsController],
  providers: [AccountsService, AccountsRepository],
  exports: [AccountsService],
})
export class AccountsModule {}
