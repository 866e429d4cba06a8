import { Module } from '@nestjs/common';
import { CheckOutbox } from './check-outbox.js';
import { OutboxRepository } from './outbox.repository.js';

const JOBS = [CheckOutbox];

@Module({ providers: [...JOBS, OutboxRepository], exports: [...JOBS, OutboxRepository] })
export class OutboxModule {
  static readonly jobs = JOBS;
}
