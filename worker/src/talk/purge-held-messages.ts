import { Injectable } from '@nestjs/common';
import { HELD_MESSAGE_LIMITS } from '@oniverse/contracts';
import { HourlyStatements } from '../shared/index.js';

const DELETE_DECLINED = `DELETE FROM held_messages WHERE id IN (
  SELECT id FROM held_messages WHERE decided_at < now() - interval '${HELD_MESSAGE_LIMITS.declinedDays} days'
   ORDER BY decided_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Deletes declined messages that their authors did not dismiss. */
@Injectable()
export class PurgeHeldMessages extends HourlyStatements {
  readonly name = 'purge-held-messages';
  protected readonly statements = [[DELETE_DECLINED]] as const;
}
