import { Module } from '@nestjs/common';
import { RepairChannelHeads } from './repair-channel-heads.js';

const JOBS = [RepairChannelHeads];

@Module({ providers: JOBS, exports: JOBS })
export class ChannelsModule {
  static readonly jobs = JOBS;
}
