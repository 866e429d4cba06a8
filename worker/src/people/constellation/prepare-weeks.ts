import {
  ageWeeks,
  NEWEST_WEEK,
  packLinkWeeks,
  visitLinks,
  visitLinkWeeks,
  weeksOfDays,
} from '@oniverse/data';
import type { MemberLinks, StoredMonth, StoredWeeks } from './link-history.repository.js';

/**
 * Returns the rows of `link_weeks` that change because links stand today.
 * @param kept the numbers of the members at the other ends, by member
 * @param months of members without a row, which is then made of them
 */
export function prepareWeeks(
  kept: ReadonlyMap<string, readonly number[]>,
  stored: readonly StoredWeeks[],
  months: readonly StoredMonth[],
): MemberLinks[] {
  const members = new Map<string, Map<number, bigint>>();
  const weeksOf = (userId: string): Map<number, bigint> => {
    const weeks = members.get(userId) ?? new Map<number, bigint>();
    members.set(userId, weeks);
    return weeks;
  };
  for (const { user_id: userId, links, age } of stored) {
    // A row ages when it is read, too.
    if (!kept.has(userId)) continue;
    visitLinkWeeks(links, (number, weeks) => weeksOf(userId).set(number, ageWeeks(weeks, age)));
  }
  for (const { user_id: userId, links, days_before: daysBefore } of months) {
    const weeks = weeksOf(userId);
    visitLinks(links, (number, days) =>
      weeks.set(number, (weeks.get(number) ?? 0n) | weeksOfDays(days, daysBefore)),
    );
  }
  for (const [userId, numbers] of kept) {
    const weeks = weeksOf(userId);
    for (const number of numbers) weeks.set(number, (weeks.get(number) ?? 0n) | NEWEST_WEEK);
  }
  const before = new Map(stored.map((row) => [row.user_id, row]));
  return [...members].flatMap(([userId, weeks]) => {
    const links = packLinkWeeks(weeks);
    const row = before.get(userId);
    return links === null || (row?.age === 0 && row.links.equals(links)) ? [] : [{ userId, links }];
  });
}
