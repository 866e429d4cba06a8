import { Module } from '@nestjs/common';
import { EmailsModule } from '../emails/emails.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { UsernamesModule } from '../usernames/usernames.module.js';
import { WaitlistController } from './waitlist.controller.js';
import { WaitlistCounter } from './waitlist-counter.js';
import { WaitlistGateway } from './waitlist.gateway.js';
import { WaitlistRepository } from './waitlist.repository.js';
import { WaitlistService } from './waitlist.service.js';

@Module({
  imports: [EmailsModule, PasswordsModule, UsernamesModule],
  controllers: [WaitlistController],
  providers: [WaitlistService, WaitlistRepository, WaitlistCounter, WaitlistGateway],
  exports: [WaitlistService],
})
export class WaitlistModule {}
