import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ReauthenticationController } from './reauthentication.controller.js';
import { ReauthenticationService } from './reauthentication.service.js';

@Module({
  imports: [AccountActivityModule, ChangesModule, FactorsModule, PasswordsModule, SessionsModule],
  controllers: [ReauthenticationController],
  providers: [ReauthenticationService],
})
export class ReauthenticationModule {}
