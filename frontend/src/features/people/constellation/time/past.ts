import type { Constellation, ConstellationHistory } from '@oniverse/contracts';
import { serverNow } from '../../../../api/server-clock.js';
import { linkKey } from '../graph.js';

export const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;

/** Where a moment lies between the first and the last week, from 0 to 1. */
export interface TimeMark {
  at: number;
  position: number;
}

/** The weeks that the slider offers. Week numbers are those of the answer; the last one is now. */
export interface TimeRange {
  first: number;
  last: number;
}

/** Begins with the first week that had a link. */
export function rangeOf({ weeks, links }: ConstellationHistory): TimeRange {
  const last = weeks - 1;
  return { first: links.reduce((first, link) => Math.min(first, link[2] ?? last), last), last };
}

/** Returns the last day of a week, or the present day for the present week, in epoch ms. */
export function dateOf({ from, weeks }: ConstellationHistory, week: number): number {
  return week >= weeks - 1 ? serverNow() : Date.parse(from) + (week + 1) * WEEK_MS - DAY_MS;
}

/** Returns a moment's place on the slider, where a week ends at its number. */
export function markAt({ from }: ConstellationHistory, range: TimeRange, at: number): TimeMark {
  const week = (at - Date.parse(from)) / WEEK_MS - 1;
  return { at, position: weekPosition(range, Math.min(range.last, Math.max(range.first, week))) };
}

export const weekPosition = ({ first, last }: TimeRange, week: number): number =>
  last > first ? (week - first) / (last - first) : 1;

/** Returns the first days of the months in the range. */
export function monthsOf(history: ConstellationHistory, range: TimeRange): TimeMark[] {
  const marks: TimeMark[] = [];
  const end = dateOf(history, range.last);
  const month = new Date(dateOf(history, range.first));
  month.setUTCHours(0, 0, 0, 0);
  month.setUTCMonth(month.getUTCMonth() + 1, 1);
  for (; month.getTime() <= end; month.setUTCMonth(month.getUTCMonth() + 1)) {
    marks.push(markAt(history, range, month.getTime()));
  }
  return marks;
}

/** Returns the week that is some months after another one. */
export function addMonths(
  history: ConstellationHistory,
  range: TimeRange,
  week: number,
  months: number,
): number {
  const date = new Date(dateOf(history, week));
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  const reached = Math.floor((date.getTime() - Date.parse(history.from)) / WEEK_MS);
  return Math.min(range.last, Math.max(range.first, reached));
}

const stood = (link: readonly number[], week: number): boolean => {
  for (let index = 2; index < link.length; index += 2) {
    if ((link[index] ?? Infinity) <= week && week <= (link[index + 1] ?? -Infinity)) return true;
  }
  return false;
};

/**
 * Returns the constellation of a week.
 * @param users the members when the past was opened; those who left since are absent
 */
export function pastOf(
  history: ConstellationHistory,
  week: number,
  users: Constellation['users'],
  present: Constellation,
): Constellation {
  const listed = new Set(present.users.map(({ id }) => id));
  const known = new Map(present.connections.map((link) => [linkKey(link), link]));
  const connections = history.links
    .filter((link) => stood(link, week))
    .map(([left = -1, right = -1]) => {
      const [fromUserId, toUserId] = [history.users[left] ?? '', history.users[right] ?? ''];
      // The tags of a link that ended are not known.
      return (
        known.get(linkKey({ fromUserId, toUserId })) ?? { fromUserId, toUserId, strength: 1, sharedTags: [] }
      );
    });
  return { users: users.filter(({ id }) => listed.has(id)), connections };
}
