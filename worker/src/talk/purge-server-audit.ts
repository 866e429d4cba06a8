import { Injectable } from '@nestjs/common';
import { SERVER_AUDIT_DAYS } from '@oniverse/contracts';
import { HourlyStatements } from '../shared/index.js';

/** Ids sort by time, so the primary key finds the oldest entries. */
const DELETE_ENTRIES = `DELETE FROM server_audit WHERE id IN (
  SELECT id FROM server_audit WHERE id < uuidv7('-${SERVER_AUDIT_DAYS} days') ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Deletes the audit entries of dimensions after their retention period. */
@Injectable()
export class PurgeServerAudit extends HourlyStatements {
  readonly name = 'purge-server-audit';
  protected readonly statements = [[DELETE_ENTRIES]] as const;
}
