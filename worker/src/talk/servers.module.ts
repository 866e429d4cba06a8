import { Module } from '@nestjs/common';
import { PurgeServerAudit } from './purge-server-audit.js';
import { RepairMemberCounts } from './repair-member-counts.js';

const JOBS = [PurgeServerAudit, RepairMemberCounts];

@Module({ providers: JOBS, exports: JOBS })
export class ServersModule {
  static readonly jobs = JOBS;
}
