import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { UsernamesService } from './usernames.service.js';

@Module({ imports: [PasswordsModule], providers: [UsernamesService], exports: [UsernamesService] })
export class UsernamesModule {}
