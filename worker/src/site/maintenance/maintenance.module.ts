import { Module } from '@nestjs/common';
import { CleanTexts } from './clean-texts.js';
import { IndexTerms } from './index-terms.js';

const JOBS = [CleanTexts, IndexTerms];

@Module({ providers: JOBS, exports: JOBS })
export class MaintenanceModule {
  static readonly jobs = JOBS;
}
