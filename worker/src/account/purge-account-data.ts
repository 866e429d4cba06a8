import { Injectable } from '@nestjs/common';
import { ACCOUNT_ACTIVITY_DAYS, FORMER_USERNAMES, LINK_LIFETIME_MS } from '@oniverse/contracts';
import { HourlyStatements } from '../shared/index.js';

const DAY_SECONDS = 24 * 60 * 60;

/** By table: the primary key, the time of a row, the age in seconds at which a row expires, and which rows do. */
const EXPIRED = [
  ['account_tokens', 'hash', 'expires_at', 0, 'true'],
  ['auth_challenges', 'hash', 'expires_at', 0, 'true'],
  ['object_passes', 'hash', 'expires_at', 0, 'true'],
  ['email_changes', 'id', 'created_at', LINK_LIFETIME_MS['undo-email'] / 1000, 'true'],
  ['account_activity', 'id', 'created_at', ACCOUNT_ACTIVITY_DAYS * DAY_SECONDS, 'true'],
  ['former_usernames', 'username', 'released_at', FORMER_USERNAMES.days * DAY_SECONDS, 'user_id IS NULL'],
] as const;

/**
 * Deletes expired links, challenges and addresses of objects, changes of addresses that can no longer be undone, old
 * account activity, and the former Oni IDs of erased members.
 */
@Injectable()
export class PurgeAccountData extends HourlyStatements {
  readonly name = 'purge-account-data';
  protected readonly statements: readonly (readonly [string, number])[] = EXPIRED.map(
    ([table, key, column, age, condition]) =>
      [
        `DELETE FROM ${table} WHERE ${key} IN (
           SELECT ${key} FROM ${table} WHERE ${condition} AND ${column} < now() - $2 * interval '1 second'
            ORDER BY ${column} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
        age,
      ] as const,
  );
}
