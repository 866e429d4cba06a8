import { Injectable } from '@nestjs/common';
import { CONSTELLATION_HISTORY, type ConstellationHistory } from '@oniverse/contracts';
import { visitLinks } from '@oniverse/data';
import { ConstellationHistoryRepository, type PresentLink } from './constellation-history.repository.js';
import { ConstellationService } from './constellation.service.js';
import { type PastLink, WeeksOfLinks } from './weeks-of-links.js';

const DAY_MS = 24 * 60 * 60 * 1000;

@Injectable()
export class ConstellationHistoryService {
  constructor(
    private readonly repository: ConstellationHistoryRepository,
    private readonly constellation: ConstellationService,
  ) {}

  /**
   * Returns the links of past weeks between the members that the caller sees now.
   * @param around the member at the center if not all members fit
   * @throws ProblemError `not_found` if the caller may not see `around`
   */
  async show(
    userId: string,
    limit: number,
    weeks: number,
    around: string = userId,
  ): Promise<ConstellationHistory> {
    const shown = await this.constellation.listShown(userId, limit, around);
    const members = await this.repository.listMembers(shown, userId);
    const ids = members.map(({ id }) => id);
    const from = mondayOf(Date.now()) - (weeks - 1) * 7 * DAY_MS;
    const past = new WeeksOfLinks(weeks);
    const indexByNumber = new Map(members.map(({ node_number: number }, index) => [number, index]));
    const indexById = new Map(ids.map((id, index) => [id, index]));
    for (const month of monthsSince(from)) {
      const firstDay = Math.round((Date.parse(month) - from) / DAY_MS);
      for (const { user_id: id, links } of await this.repository.listMonth(ids, month)) {
        const index = indexById.get(id);
        visitLinks(links, (number, days) => {
          const other = indexByNumber.get(number);
          if (index !== undefined && other !== undefined) past.addDays(index, other, firstDay, days);
        });
      }
    }
    const own = indexById.has(userId) ? await this.repository.listLinksOf(userId, ids) : [];
    // A present link stood since it was created, whether a snapshot was taken or not.
    const present = await this.repository.listLinksBetween(ids, CONSTELLATION_HISTORY.links);
    for (const { from_user_id: a, to_user_id: b, created_at: at } of [...own, ...present]) {
      const [left, right] = [indexById.get(a), indexById.get(b)];
      if (left === undefined || right === undefined) continue;
      past.addSince(left, right, Math.floor((at.getTime() - from) / DAY_MS));
    }
    const links = past.list(CONSTELLATION_HISTORY.links, indexById.get(userId));
    return {
      from: new Date(from).toISOString().slice(0, 10),
      weeks,
      users: ids,
      links: links.map(({ left, right, runs }: PastLink) => [left, right, ...runs]),
      own: own.map((link) => ownView(userId, link)),
    };
  }
}

const ownView = (userId: string, { from_user_id: from, to_user_id: to, created_at: at }: PresentLink) => ({
  userId: from === userId ? to : from,
  formedAt: at.toISOString(),
});

/** Returns the start of the week (UTC) in epoch milliseconds. */
function mondayOf(now: number): number {
  const day = Math.floor(now / DAY_MS);
  // 1 January 1970 was a Thursday.
  return (day - ((day + 3) % 7)) * DAY_MS;
}

/** Returns the first days of the months from a time until now, UTC. */
function monthsSince(from: number): string[] {
  const months: string[] = [];
  const month = new Date(from);
  month.setUTCDate(1);
  for (; month.getTime() <= Date.now(); month.setUTCMonth(month.getUTCMonth() + 1)) {
    months.push(month.toISOString().slice(0, 10));
  }
  return months;
}
