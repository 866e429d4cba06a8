import { Injectable } from '@nestjs/common';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { runInBatches } from '../../shared/index.js';
import { LinkPreviewsRepository } from './link-previews.repository.js';

const EVERY_MS = 6 * 60 * 60_000;
const BATCH = 500;

/** Deletes previews that are no longer cached and that no message has. `purge-objects` deletes their pictures. */
@Injectable()
export class PurgeLinkPreviews implements MaintenanceJob {
  readonly name = 'purge-link-previews';
  readonly everyMs = EVERY_MS;

  constructor(private readonly repository: LinkPreviewsRepository) {}

  async run(): Promise<number> {
    return runInBatches(BATCH, (size) => this.repository.deleteUnused(size));
  }
}
