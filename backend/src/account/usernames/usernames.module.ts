import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { UsernamesController } from './usernames.controller.js';
import { UsernamesService } from './usernames.service.js';

@Module({
  imports: [PasswordsModule],
  controllers: [UsernamesController],
  providers: [UsernamesService],
  exports: [UsernamesService],
})
export class UsernamesModule {}
