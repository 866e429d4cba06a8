import { Module } from '@nestjs/common';
import { AccountLinksModule } from '../account-links/account-links.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsernamesModule } from '../usernames/usernames.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsRepository } from './accounts.repository.js';
import { AccountsService } from './accounts.service.js';

@Module({
  imports: [
    AccountLinksModule,
    ChangesModule,
    EmailsModule,
    PasswordsModule,
    SessionsModule,
    UsernamesModule,
  ],
  controllers: [AccountsController],
  providers: [AccountsService, AccountsRepository],
  exports: [AccountsService],
})
export class AccountsModule {}
