import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { closeMeasure, enqueueOutbox, mailEntry } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import { runInBatches } from '../shared/index.js';

const EVERY_MS = 30_000;
const BATCH = 100;

interface DueRow {
  id: string;
  user_id: string;
}

/** Ends the suspensions whose time is over, and shows the profiles again. */
@Injectable()
export class EndSuspensions implements MaintenanceJob {
  readonly name = 'end-suspensions';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  async run(): Promise<number> {
    return runInBatches(BATCH, async (size) => {
      const due: DueRow[] = await this.dataSource.query(
        `SELECT id, user_id FROM measures WHERE kind = 'suspended' AND ended_at IS NULL AND until <= now()
          ORDER BY until LIMIT $1`,
        [size],
      );
      for (const row of due) {
        if (await this.dataSource.transaction((manager) => this.end(manager, row))) {
          this.live.publish('account:changed', ROOMS.user(row.user_id), {});
        }
      }
      return due.length;
    });
  }

  /** @returns false if staff or another worker ended it */
  private async end(manager: EntityManager, { id, user_id: userId }: DueRow): Promise<boolean> {
    await manager.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    if (!(await closeMeasure(manager, id, null))) return false;
    const rows: { id: string }[] = await manager.query(
      `INSERT INTO account_activity (user_id, kind) VALUES ($1, 'suspension_ended') RETURNING id`,
      [userId],
    );
    await enqueueOutbox(
      manager,
      rows.map(({ id: subjectId }) => mailEntry({ purpose: 'activity', userId, subjectId })),
    );
    return true;
  }
}
