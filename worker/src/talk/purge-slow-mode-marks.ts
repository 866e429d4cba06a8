import { Injectable } from '@nestjs/common';
import { SLOW_MODE } from '@oniverse/contracts';
import { HourlyStatements } from '../shared/index.js';

/** The longest slow mode has ended for these members. */
const DELETE_OLD = `DELETE FROM slow_mode_marks WHERE (channel_id, user_id) IN (
  SELECT channel_id, user_id FROM slow_mode_marks
   WHERE written_at <= now() - make_interval(secs => ${SLOW_MODE.seconds.max}) ORDER BY written_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

@Injectable()
export class PurgeSlowModeMarks extends HourlyStatements {
  readonly name = 'purge-slow-mode-marks';
  protected readonly statements = [[DELETE_OLD]] as const;
}
