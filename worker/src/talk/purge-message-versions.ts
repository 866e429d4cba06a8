import { Injectable } from '@nestjs/common';
import { MESSAGE_VERSIONS } from '@oniverse/contracts';
import { HourlyStatements } from '../shared/index.js';

/** Ids sort by time, so the primary key finds the oldest texts. */
const DELETE_VERSIONS = `DELETE FROM message_versions WHERE id IN (
  SELECT id FROM message_versions WHERE id < uuidv7('-${MESSAGE_VERSIONS.days} days') ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Deletes the earlier texts of messages after their retention period. */
@Injectable()
export class PurgeMessageVersions extends HourlyStatements {
  readonly name = 'purge-message-versions';
  protected readonly statements = [[DELETE_VERSIONS]] as const;
}
