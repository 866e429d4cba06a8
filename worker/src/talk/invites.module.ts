import { Module } from '@nestjs/common';
import { PurgeInvites } from './purge-invites.js';

const JOBS = [PurgeInvites];

@Module({ providers: JOBS, exports: JOBS })
export class InvitesModule {
  static readonly jobs = JOBS;
}
