import { Injectable } from '@nestjs/common';
import { SERVER_AUDIT_DAYS } from '@oniverse/contracts';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { changeInBatches } from '../shared/index.js';

const HOUR_MS = 3_600_000;

/** Ids sort by time, so the primary key finds the oldest entries. */
const DELETE_ENTRIES = `DELETE FROM server_audit WHERE id IN (
  SELECT id FROM server_audit WHERE id < uuidv7('-${SERVER_AUDIT_DAYS} days') ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Deletes the audit entries of dimensions after their retention period. */
@Injectable()
export class PurgeServerAudit implements MaintenanceJob {
  readonly name = 'purge-server-audit';
  readonly everyMs = HOUR_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    return changeInBatches(this.dataSource, DELETE_ENTRIES);
  }
}
