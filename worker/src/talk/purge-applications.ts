import { Injectable } from '@nestjs/common';
import { APPLICATION_LIMITS } from '@oniverse/contracts';
import { HourlyStatements } from '../shared/index.js';

const DELETE_DECLINED = `DELETE FROM applications WHERE id IN (
  SELECT id FROM applications WHERE decided_at < now() - interval '${APPLICATION_LIMITS.declinedDays} days'
   ORDER BY decided_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Deletes declined applications whose authors did not apply again. */
@Injectable()
export class PurgeApplications extends HourlyStatements {
  readonly name = 'purge-applications';
  protected readonly statements = [[DELETE_DECLINED]] as const;
}
