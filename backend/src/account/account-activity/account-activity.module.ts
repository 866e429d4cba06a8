import { Module } from '@nestjs/common';
import { AccountActivityRepository } from './account-activity.repository.js';
import { AccountActivityService } from './account-activity.service.js';

@Module({
  providers: [AccountActivityService, AccountActivityRepository],
  exports: [AccountActivityService],
})
export class AccountActivityModule {}
