import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInsController } from './sign-ins.controller.js';
import { SignInsRepository } from './sign-ins.repository.js';
import { SignInsService } from './sign-ins.service.js';

@Module({
  imports: [AccountActivityModule, FactorsModule, SessionsModule],
  controllers: [SignInsController],
  providers: [SignInsService, SignInsRepository],
  exports: [SignInsService],
})
export class SignInsModule {}
