import { Injectable } from '@nestjs/common';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { runInBatches } from '../../shared/index.js';
import { NotificationsService } from './notifications.service.js';

const EVERY_MS = 30_000;
const BATCH = 500;

/** Brings rows back to the night logs when their reminders are due, each once. */
@Injectable()
export class BringBackRows implements MaintenanceJob {
  readonly name = 'bring-back-rows';
  readonly everyMs = EVERY_MS;

  constructor(private readonly notifications: NotificationsService) {}

  async run(): Promise<number> {
    return runInBatches(BATCH, (size) => this.notifications.bringBack(size));
  }
}
