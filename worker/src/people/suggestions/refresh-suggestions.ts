import { Injectable } from '@nestjs/common';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { runExclusively, runInBatches } from '../../shared/index.js';
import { SuggestionsRepository } from './suggestions.repository.js';

const EVERY_MS = 10 * 60_000;
const BATCH = 100;

/** Refreshes the suggestions of each active member once a day. */
@Injectable()
export class RefreshSuggestions implements MaintenanceJob {
  readonly name = 'refresh-suggestions';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SuggestionsRepository,
  ) {}

  async run(): Promise<number> {
    return runExclusively(this.dataSource, this.name, async () =>
      runInBatches(BATCH, async (size) => {
        const due = await this.repository.listDue(this.dataSource.manager, size);
        for (const userId of due) {
          await this.dataSource.transaction((manager) => this.repository.replace(manager, userId));
        }
        return due.length;
      }),
    );
  }
}
