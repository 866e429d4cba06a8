import { Module } from '@nestjs/common';
import { PurgeAccountData } from './purge-account-data.js';

const JOBS = [PurgeAccountData];

@Module({ providers: JOBS, exports: JOBS })
export class AccountDataModule {
  static readonly jobs = JOBS;
}
