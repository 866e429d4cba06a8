import { Injectable } from '@nestjs/common';
import { type OutboxEntry, enqueueOutbox, LEAST_ID, OUTBOX_TOPICS, publicTagUses } from '@oniverse/data';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import { ReconciliationRepository } from './reconciliation.repository.js';

const EVERY_MS = 5 * 60_000;
/** The maximum duration of a run, in milliseconds: the database has other work, and a stopping worker waits for it. */
const MAX_RUN_MS = 10_000;
const MEMBERS_PER_PAGE = 200;

/**
 * Compares the constellation with the members' content and enqueues jobs for the differences, so that repairs are published
 * like any change. Each run continues after the previous one. A new worker starts with the first member.
 */
@Injectable()
export class ReconcileConstellation implements MaintenanceJob {
  readonly name = 'reconcile-constellation';
  readonly everyMs = EVERY_MS;
  /** The id of the last checked member. */
  private cursor = LEAST_ID;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: ReconciliationRepository,
  ) {}

  async run(): Promise<number> {
    const end = performance.now() + MAX_RUN_MS;
    let enqueued = this.cursor === LEAST_ID ? await this.enqueueErased() : 0;
    do {
      const { last, work } = await this.reconcilePage(this.cursor);
      enqueued += work;
      this.cursor = last ?? LEAST_ID;
    } while (this.cursor !== LEAST_ID && performance.now() < end);
    return enqueued;
  }

  /** Enqueues the nodes of erased accounts. */
  private async enqueueErased(): Promise<number> {
    const { manager } = this.dataSource;
    return enqueue(manager, 'repairMember', await this.repository.listErasedNodes(manager));
  }

  /**
   * Reconciles one page of members in one snapshot. A change commits with its outbox row, and its effect with the
   * removal of that row, so a difference without a row is an error.
   * @returns the id of the last member, undefined on the last page, and the number of enqueued rows
   */
  private async reconcilePage(after: string): Promise<{ last: string | undefined; work: number }> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const members = await this.repository.listMembersAfter(manager, after, MEMBERS_PER_PAGE);
      const ids = members.map(({ id }) => id);
      const shown = await this.listShownTags(
        manager,
        members.filter(({ is_public }) => is_public).map(({ id }) => id),
      );
      const stale = members
        .filter(({ is_pending }) => !is_pending)
        .filter(
          ({ id, is_node_current, stored_tags: stored }) =>
            !is_node_current || !isSame(shown.get(id) ?? [], stored),
        )
        .map(({ id }) => id);
      const staleKeepers = await this.repository.listStaleKeepers(manager, ids);
      const work =
        (await enqueue(manager, 'repairMember', stale)) +
        (await enqueue(manager, 'recomputeLinks', staleKeepers));
      return { last: ids[MEMBERS_PER_PAGE - 1], work };
    });
  }

  private async listShownTags(
    manager: EntityManager,
    ids: readonly string[],
  ): Promise<Map<string, string[]>> {
    const shown = new Map<string, string[]>();
    for (const { userId, tag } of await publicTagUses(manager, ids)) {
      const tags = shown.get(userId) ?? [];
      tags.push(tag);
      shown.set(userId, tags);
    }
    return shown;
  }
}

async function enqueue(
  manager: EntityManager,
  topic: 'repairMember' | 'recomputeLinks',
  userIds: readonly string[],
): Promise<number> {
  const entries = userIds.map((subject): OutboxEntry => ({ topic: OUTBOX_TOPICS[topic], subject }));
  await enqueueOutbox(manager, entries);
  return entries.length;
}

function isSame(tags: readonly string[], stored: readonly string[]): boolean {
  const set = new Set(stored);
  return tags.length === set.size && tags.every((tag) => set.has(tag));
}
