import { Injectable } from '@nestjs/common';
import { LEAST_ID, withDay } from '@oniverse/data';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { LinkHistoryRepository, type MemberLinks } from './link-history.repository.js';
import { prepareWeeks } from './prepare-weeks.js';
import { runExclusively } from '../../shared/index.js';

const EVERY_MS = 5 * 60_000;
/** The maximum duration of a run, in milliseconds: the database has other work, and a stopping worker waits for it. */
const MAX_RUN_MS = 10_000;
const MEMBERS_PER_PAGE = 500;

/**
 * Stores once a day (UTC) which links stand, by month and prepared by week. Each page of members is one transaction, which also stores the position, so
 * a killed worker continues with the next page. A page belongs to the day on which it reads the links: after midnight,
 * the rest of an unfinished day is skipped, and the new day starts with the first member.
 */
@Injectable()
export class SnapshotLinks implements MaintenanceJob {
  readonly name = 'snapshot-links';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: LinkHistoryRepository,
  ) {}

  /** @returns the number of stored months of members */
  async run(): Promise<number> {
    const end = performance.now() + MAX_RUN_MS;
    return runExclusively(this.dataSource, this.name, async () => {
      let total = 0;
      let isFinished = false;
      do {
        const { stored, isLast } = await this.snapshotPage();
        total += stored;
        isFinished = isLast;
      } while (!isFinished && performance.now() < end);
      return total;
    });
  }

  private async snapshotPage(): Promise<{ stored: number; isLast: boolean }> {
    return this.dataSource.transaction(async (manager) => {
      const { day, dayOfMonth, position } = await this.repository.findPosition(manager);
      if (position === null) return { stored: 0, isLast: true };
      const ids = await this.repository.lockMembersAfter(manager, position ?? LEAST_ID, MEMBERS_PER_PAGE);
      const kept = (await this.repository.listKeptLinks(manager, ids, day)).map(
        ({ user_id: userId, node_numbers: bytes, stored }) => ({ userId, numbers: numbersIn(bytes), stored }),
      );
      const months = kept.map(({ userId, numbers, stored }): MemberLinks => ({
        userId,
        links: withDay(stored, numbers, dayOfMonth),
      }));
      const weeks = await this.repository.listWeeks(manager, ids, day);
      const prepared = new Set(weeks.map(({ user_id: id }) => id));
      const unprepared = ids.filter((id) => !prepared.has(id));
      const past = await this.repository.listMonths(manager, unprepared, day);
      const keptBy = new Map(kept.map(({ userId, numbers }) => [userId, numbers]));
      await this.repository.saveMonths(manager, day, months);
      await this.repository.saveWeeks(manager, day, prepareWeeks(keptBy, weeks, past));
      await this.repository.deleteExpired(manager, ids, day);
      const last = ids[MEMBERS_PER_PAGE - 1] ?? null;
      await this.repository.savePosition(manager, day, last);
      return { stored: months.length, isLast: last === null };
    });
  }
}

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32BE(index * 4));
