import { Injectable } from '@nestjs/common';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { changeInBatches } from '../shared/index.js';

const HOUR_MS = 3_600_000;

const DELETE_EXPIRED = `DELETE FROM invites WHERE id IN (
  SELECT id FROM invites WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

@Injectable()
export class PurgeInvites implements MaintenanceJob {
  readonly name = 'purge-invites';
  readonly everyMs = HOUR_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    return changeInBatches(this.dataSource, DELETE_EXPIRED);
  }
}
