import { Module } from '@nestjs/common';
import { PurgeSessions } from './purge-sessions.js';

const JOBS = [PurgeSessions];

@Module({ providers: JOBS, exports: JOBS })
export class SessionsModule {
  static readonly jobs = JOBS;
}
