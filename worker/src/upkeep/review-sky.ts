import { Injectable } from '@nestjs/common';
import { type LaterWork, leaveInOutbox, OUTBOX_TOPICS, publicTagUses } from '@oniverse/data';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import { SkyRepository } from './sky.repository.js';

const EVERY_MS = 5 * 60_000;
/** How long a run may go on: the database has others to serve, and a worker that is to stop waits for its end. */
const RUN_MS = 10_000;
const MEMBERS_AT_ONCE = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Compares what the constellation knows of members with what they show, and has done again what differs. It writes
 * nothing of it itself: what it leaves in the outbox is done, and told, like any change. Each run looks at some members,
 * those after the ones of the run before; a worker that was started begins with the first.
 */
@Injectable()
export class ReviewSky implements UpkeepJob {
  readonly name = 'constellation:review';
  readonly everyMs = EVERY_MS;
  /** The last member who was looked at. */
  private after = BEFORE_ALL;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SkyRepository,
  ) {}

  async run(): Promise<number> {
    const end = performance.now() + RUN_MS;
    let left = this.after === BEFORE_ALL ? await this.leaveErased() : 0;
    do {
      const { last, work } = await this.reviewAfter(this.after);
      left += work;
      this.after = last ?? BEFORE_ALL;
    } while (this.after !== BEFORE_ALL && performance.now() < end);
    return left;
  }

  /** Accounts that are gone, and still shown. */
  private async leaveErased(): Promise<number> {
    const { manager } = this.dataSource;
    return leave(manager, 'memberTags', await this.repository.erased(manager));
  }

  /**
   * A change leaves its row in the outbox when it is committed, and what is made of it is committed when the row goes:
   * in one snapshot, what differs and has no row there is wrong.
   * @returns the last of the members, undefined where nobody comes after, and how many things are to be done again
   */
  private async reviewAfter(after: string): Promise<{ last: string | undefined; work: number }> {
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
      const staleKeepers = await this.repository.staleKeepers(manager, ids);
      const work =
        (await leave(manager, 'memberTags', stale)) + (await leave(manager, 'memberLinks', staleKeepers));
      return { last: ids[MEMBERS_AT_ONCE - 1], work };
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
