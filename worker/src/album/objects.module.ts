import { Module } from '@nestjs/common';
import { PurgeObjects } from './purge-objects.js';

const JOBS = [PurgeObjects];

@Module({ providers: JOBS, exports: JOBS })
export class ObjectsModule {
  static readonly jobs = JOBS;
}
