import { Module } from '@nestjs/common';
import { UsernamesService } from './usernames.service.js';

@Module({ providers: [UsernamesService], exports: [UsernamesService] })
export class UsernamesModule {}
