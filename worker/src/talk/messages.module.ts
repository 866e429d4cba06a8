import { Module } from '@nestjs/common';
import { AnonymiseAuthorRemovals } from './anonymise-author-removals.js';

const JOBS = [AnonymiseAuthorRemovals];

@Module({ providers: JOBS, exports: JOBS })
export class MessagesModule {
  static readonly jobs = JOBS;
}
