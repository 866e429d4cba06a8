import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { FactorRemovalModule } from '../factors/factor-removal.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountActivityController } from './account-activity.controller.js';
import { AccountSecurityController } from './account-security.controller.js';
import { AccountSecurityService } from './account-security.service.js';

@Module({
  imports: [AccountActivityModule, ChangesModule, FactorRemovalModule, FactorsModule, SessionsModule],
  controllers: [AccountActivityController, AccountSecurityController],
  providers: [AccountSecurityService],
})
export class AccountSecurityModule {}
