import { MESSAGE_DAYS, SHORTENING_HOURS } from '@oniverse/contracts';
import type { Server } from '@oniverse/data';

/** How long messages were kept before a shortening, and until when they still are. */
export type FormerRetention = Pick<Server, 'formerMessageDays' | 'formerMessageDaysUntil'>;

/**
 * Returns what to store with a new retention of a server or channel: for a shortening, the days that hold until it takes effect.
 * @param before the days in effect, as `keptDays` returns them
 * @param after those that the new setting asks for
 * @param hours after how many hours a shortening takes effect
 */
export const formerRetention = (
  before: number,
  after: number,
  now: number,
  hours: number = SHORTENING_HOURS,
): FormerRetention =>
  after < before
    ? {
        formerMessageDays: before === Infinity ? MESSAGE_DAYS.forEver : before,
        formerMessageDaysUntil: new Date(now + hours * 3_600_000),
      }
    : { formerMessageDays: null, formerMessageDaysUntil: null };
