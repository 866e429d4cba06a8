import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CONSTELLATION_HISTORY, type ConstellationHistory } from '@oniverse/contracts';
import { ageWeeks, NEWEST_WEEK, visitLinkWeeks } from '@oniverse/data';
import { LRUCache } from 'lru-cache';
import { SerialTasks } from '../../shared/index.js';
import {
  ConstellationHistoryRepository,
  type MemberNumber,
  type PresentLink,
} from './constellation-history.repository.js';
import { ConstellationService } from './constellation.service.js';
import { type PastLink, WeeksOfLinks } from './weeks-of-links.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** How many rows of members are read before other calls run. */
const MEMBERS_PER_READ = 250;
const CACHED_MS = 60_000;
/** Members and links of all cached answers. */
const MAX_CACHED = 200_000;

interface HistoryQuery {
  limit: number;
  weeks: number;
  /** The member at the center if not all members fit. */
  around: string;
}

/** The past of the members that a caller saw, by their positions. */
interface Past {
  members: readonly MemberNumber[];
  links: readonly PastLink[];
}

@Injectable()
export class ConstellationHistoryService {
  private readonly cache = new LRUCache<string, Past>({
    maxSize: MAX_CACHED,
    ttl: CACHED_MS,
    sizeCalculation: ({ members, links }) => 1 + members.length + links.length,
  });
  private readonly calls = new SerialTasks();

  constructor(
    private readonly repository: ConstellationHistoryRepository,
    private readonly constellation: ConstellationService,
  ) {}

  /**
   * Returns the links of past weeks between the members that the caller sees now.
   * @throws ProblemError `not_found` if the caller may not see the member at the center
   */
  async show(userId: string, query: HistoryQuery): Promise<ConstellationHistory> {
    return this.calls.runTask(userId, async () => this.showNext(userId, query));
  }

  private async showNext(userId: string, query: HistoryQuery): Promise<ConstellationHistory> {
    const monday = mondayOf(Date.now());
    const key = [userId, query.around, query.limit, query.weeks, monday].join(' ');
    const cached = this.cache.get(key);
    const past = cached ? await this.withoutHidden(userId, cached) : await this.read(userId, query, monday);
    if (!cached) this.cache.set(key, past);
    const ids = past.members.map(({ id }) => id);
    const own = ids.includes(userId) ? await this.repository.listLinksOf(userId, ids) : [];
    return {
      from: dateOf(monday - (query.weeks - 1) * WEEK_MS),
      weeks: query.weeks,
      users: ids,
      links: [...past.links],
      own: own.map((link) => ownView(userId, link)),
    };
  }

  private async read(userId: string, { limit, weeks, around }: HistoryQuery, monday: number): Promise<Past> {
    const shown = await this.constellation.listShown(userId, limit, around);
    const members = await this.repository.listMembers(shown, userId);
    const ids = members.map(({ id }) => id);
    const indexById = new Map(ids.map((id, index) => [id, index]));
    const indexByNumber = new Map(members.map(({ node_number: number }, index) => [number, index]));
    const past = new WeeksOfLinks(weeks);
    for (let start = 0; start < ids.length; start += MEMBERS_PER_READ) {
      const rows = await this.repository.listWeeks(
        ids.slice(start, start + MEMBERS_PER_READ),
        dateOf(monday),
      );
      for (const { user_id: id, links, age } of rows) {
        const index = indexById.get(id);
        visitLinkWeeks(links, (number, bits) => {
          const other = indexByNumber.get(number);
          if (index !== undefined && other !== undefined) past.addWeeks(index, other, ageWeeks(bits, age));
        });
      }
      await setImmediate();
    }
    const own = indexById.has(userId) ? await this.repository.listLinksOf(userId, ids) : [];
    // A present link stood since it was created, whether a snapshot was taken or not.
    const present = await this.repository.listLinksBetween(ids, CONSTELLATION_HISTORY.links);
    for (const { from_user_id: a, to_user_id: b, created_at: at } of [...own, ...present]) {
      const [left, right] = [indexById.get(a), indexById.get(b)];
      if (left === undefined || right === undefined) continue;
      past.addWeeks(left, right, weeksSince(at, monday));
    }
    await setImmediate();
    return { members, links: past.list(CONSTELLATION_HISTORY.links, indexById.get(userId)) };
  }

  /** Returns the past of those members who are still listed. */
  private async withoutHidden(userId: string, { members, links }: Past): Promise<Past> {
    const listed = await this.repository.listMembers(
      members.map(({ id }) => id),
      userId,
    );
    if (listed.length === members.length) return { members, links };
    const indexById = new Map(listed.map(({ id }, index) => [id, index]));
    const moved = members.map(({ id }) => indexById.get(id));
    return {
      members: listed,
      links: links.flatMap(([left, right, ...runs]): PastLink[] => {
        const [a, b] = [moved[left], moved[right]];
        return a === undefined || b === undefined ? [] : [[a, b, ...runs]];
      }),
    };
  }
}

const ownView = (userId: string, { from_user_id: from, to_user_id: to, created_at: at }: PresentLink) => ({
  userId: from === userId ? to : from,
  formedAt: at.toISOString(),
});

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the start of the week (UTC) in epoch milliseconds. */
function mondayOf(now: number): number {
  const day = Math.floor(now / DAY_MS);
  // 1 January 1970 was a Thursday.
  return (day - ((day + 3) % 7)) * DAY_MS;
}

/** Returns all weeks from a time to the newest one, as a bitmap. */
function weeksSince(at: Date, monday: number): bigint {
  const age = Math.min(
    CONSTELLATION_HISTORY.weeks - 1,
    Math.max(0, Math.ceil((monday - at.getTime()) / WEEK_MS)),
  );
  return (2n * NEWEST_WEEK - 1n) ^ ((NEWEST_WEEK >> BigInt(age)) - 1n);
}
