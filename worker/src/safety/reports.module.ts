import { Module } from '@nestjs/common';
import { PurgeSnapshots } from './purge-snapshots.js';

const JOBS = [PurgeSnapshots];

@Module({ providers: JOBS, exports: JOBS })
export class ReportsModule {
  static readonly jobs = JOBS;
}
