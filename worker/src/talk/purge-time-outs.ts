import { Injectable } from '@nestjs/common';
import { HourlyStatements } from '../shared/index.js';

const DELETE_ENDED = `DELETE FROM time_outs WHERE (server_id, user_id) IN (
  SELECT server_id, user_id FROM time_outs WHERE until <= now() ORDER BY until LIMIT $1 FOR UPDATE SKIP LOCKED)`;

@Injectable()
export class PurgeTimeOuts extends HourlyStatements {
  readonly name = 'purge-time-outs';
  protected readonly statements = [[DELETE_ENDED]] as const;
}
