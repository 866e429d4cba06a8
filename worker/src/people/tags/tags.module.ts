import { Module } from '@nestjs/common';
import { DeriveTags } from './derive-tags.js';
import { DeriveTagsRepository } from './derive-tags.repository.js';
import { MarkHubTags } from './mark-hub-tags.js';
import { PurgeTags } from './purge-tags.js';
import { RepairTagCounts } from './repair-tag-counts.js';

const JOBS = [DeriveTags, MarkHubTags, PurgeTags, RepairTagCounts];

@Module({ providers: [...JOBS, DeriveTagsRepository], exports: JOBS })
export class TagsModule {
  static readonly jobs = JOBS;
}
