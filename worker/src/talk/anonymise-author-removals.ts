import { Injectable } from '@nestjs/common';
import { HourlyStatements } from '../shared/index.js';

/** Time for which the id of a removed author is retained. A client that was away for longer is reset. */
export const REMOVED_AUTHOR_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

const ANONYMISE = `UPDATE author_removals SET user_id = NULL WHERE (channel_id, rev) IN (
  SELECT channel_id, rev FROM author_removals
   WHERE user_id IS NOT NULL AND removed_at < now() - $2 * interval '1 millisecond'
   ORDER BY removed_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Clears the author ids of removals after their retention period. The removals themselves stay. */
@Injectable()
export class AnonymiseAuthorRemovals extends HourlyStatements {
  readonly name = 'anonymise-author-removals';
  protected readonly statements = [[ANONYMISE, REMOVED_AUTHOR_RETENTION_MS]] as const;
}
