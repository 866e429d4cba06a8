import { Module } from '@nestjs/common';
import { CurrentPassword } from './current-password.js';
import { PasswordsService } from './passwords.service.js';

@Module({ providers: [PasswordsService, CurrentPassword], exports: [PasswordsService, CurrentPassword] })
export class PasswordsModule {}
