import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { AccountLinksModule } from '../account-links/account-links.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { FactorRemovalModule } from '../factors/factor-removal.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { EmailsController } from './emails.controller.js';
import { EmailsRepository } from './emails.repository.js';
import { EmailsService } from './emails.service.js';

@Module({
  imports: [AccountActivityModule, AccountLinksModule, ChangesModule, FactorRemovalModule, SessionsModule],
  controllers: [EmailsController],
  providers: [EmailsService, EmailsRepository],
  exports: [EmailsService],
})
export class EmailsModule {}
