import { Injectable } from '@nestjs/common';
import { NOTIFICATION_DAYS } from '@oniverse/contracts';
import { HourlyStatements } from '../../shared/index.js';

const isExpired = (rows: string): string => `id IN (
  SELECT id FROM notifications
   WHERE created_at < now() - $2 * interval '1 day' AND remind_at IS NULL AND ${rows} AND (kind <> 'link' OR group_key <> cause)
   ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

const DELETE_EXPIRED = `DELETE FROM notifications WHERE ${isExpired(`kind <> 'link'`)}`;

/** An expired link stays as a mark without a place in the log, because a pair of members has one entry ever. */
const HIDE_EXPIRED_LINKS = `UPDATE notifications
    SET is_head = false, group_key = cause, read_at = coalesce(read_at, now())
  WHERE ${isExpired(`kind = 'link'`)}`;

/** Removes entries from the night logs after their retention period, unless a reminder will bring them back. */
@Injectable()
export class PurgeNotifications extends HourlyStatements {
  readonly name = 'purge-notifications';
  protected readonly statements = [
    [DELETE_EXPIRED, NOTIFICATION_DAYS],
    [HIDE_EXPIRED_LINKS, NOTIFICATION_DAYS],
  ] as const;
}
