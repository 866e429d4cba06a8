import { Module } from '@nestjs/common';
import { AnnounceMember } from './announce-member.js';

const JOBS = [AnnounceMember];

@Module({ providers: JOBS, exports: JOBS })
export class MembersModule {
  static readonly jobs = JOBS;
}
