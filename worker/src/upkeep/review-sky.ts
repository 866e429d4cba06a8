import { Injectable } from '@nestjs/common';
import { type LaterWork, leaveInOutbox, OUTBOX_TOPICS, publicTagUses } from '@oniverse/data';
import type { UpkeepJob } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { SkyRepository } from './sky.repository.js';

const EVERY_MS = 24 * 60 * 60_000;
const MEMBERS_AT_ONCE = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Compares what the constellation knows of members with what they show, and has done again what differs. It writes
 * nothing of it itself: what it leaves in the outbox is done, and told, like any change.
 */
@Injectable()
export class ReviewSky implements UpkeepJob {
  readonly name = 'constellation:review';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SkyRepository,
  ) {}

  async run(): Promise<number> {
    let left = await this.leaveErased();
    let after = BEFORE_ALL;
    for (;;) {
      const { last, members, work } = await this.reviewAfter(after);
      left += work;
      if (last === undefined || members < MEMBERS_AT_ONCE) return left;
      after = last;
    }
  }

  /** Accounts that are gone, and still shown. */
  private async leaveErased(): Promise<number> {
    const { manager } = this.dataSource;
    return leave(manager, 'memberTags', await this.repository.erased(manager));
  }

  /**
   * A change leaves its row in the outbox when it is committed, and what is made of it is committed when the row goes:
   * in one snapshot, what differs and has no row there is wrong.
   */
  private async reviewAfter(
    after: string,
  ): Promise<{ last: string | undefined; members: number; work: number }> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const members = await this.repository.membersAfter(manager, after, MEMBERS_AT_ONCE);
      const ids = members.map(({ id }) => id);
      const shown = await this.shownTags(
        manager,
        members.filter(({ is_public }) => is_public).map(({ id }) => id),
      );
      const stale = members
        .filter(({ is_settled }) => is_settled)
        .filter(
          ({ id, is_node_right, known_tags: known }) => !is_node_right || !isSame(shown.get(id) ?? [], known),
        )
        .map(({ id }) => id);
      const staleLinks = new Set([
        ...(await this.repository.staleLinkEnds(manager, ids)),
        ...(await this.repository.staleKeepers(manager, ids)),
      ]);
      const work =
        (await leave(manager, 'memberTags', stale)) + (await leave(manager, 'memberLinks', [...staleLinks]));
      return { last: ids.at(-1), members: ids.length, work };
    });
  }

  private async shownTags(manager: EntityManager, ids: readonly string[]): Promise<Map<string, string[]>> {
    const shown = new Map<string, string[]>();
    for (const { userId, tag } of await publicTagUses(manager, ids)) {
      const tags = shown.get(userId) ?? [];
      tags.push(tag);
      shown.set(userId, tags);
    }
    return shown;
  }
}

async function leave(
  manager: EntityManager,
  topic: 'memberTags' | 'memberLinks',
  userIds: readonly string[],
): Promise<number> {
  const work = userIds.map((subject): LaterWork => ({ topic: OUTBOX_TOPICS[topic], subject }));
  await leaveInOutbox(manager, work);
  return work.length;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  const left = new Set(others);
  return some.length === left.size && some.every((each) => left.has(each));
}
