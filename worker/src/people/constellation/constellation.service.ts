import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import {
  adjustTagUsage,
  enqueueOutbox,
  enqueueOutboxBatch,
  lockMember,
  lockTags,
  OUTBOX_TOPICS,
  publicTagUses,
  releaseConstellationLocks,
} from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { changeOf, endsOf, namedIn } from './constellation-change.js';
import { ConstellationRepository, type NodeRow, type TagRow } from './constellation.repository.js';

/** What a transaction changed about one member. */
interface Changes {
  node: boolean;
  /** The tags of each changed link by the id of its other end; undefined if the link is gone. */
  links: Map<string, readonly string[] | undefined>;
  /** The other ends of links that did not exist before. */
  created: string[];
}

/** Removes a job from the outbox. Resolves to false if the job is already done. */
type Acknowledge = (manager: EntityManager) => Promise<boolean>;

/** Thrown to create missing tags outside a transaction that holds locks. */
class UnknownTags extends Error {
  override name = 'UnknownTags';

  constructor(readonly names: readonly string[]) {
    super('Some tags have no row yet.');
  }
}

/** Maintains members' nodes, tags and links, one member per transaction. See docs/constellation.md. */
@Injectable()
export class ConstellationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: ConstellationRepository,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Derives a member's node, tags and links from the member's content, and enqueues the update of the neighbours and,
   * unless it is a repair, the news of new links.
   */
  async deriveMember(userId: string, acknowledge: Acknowledge, isRepair = false): Promise<void> {
    await this.changeWithTags(userId, acknowledge, async (manager, changes) => {
      const changed = await this.storeTagsWithin(manager, userId, changes);
      await this.recomputeWithin(manager, userId, changes);
      if (changed.length > 0) {
        await enqueueOutboxBatch(manager, OUTBOX_TOPICS.updateNeighbours, userId, changed);
        if (!isRepair) await this.repository.enqueueSuggestions(manager, userId);
      }
      if (changes.created.length > 0 && !isRepair) {
        await enqueueOutboxBatch(manager, OUTBOX_TOPICS.notifyLinks, userId, changes.created);
      }
    });
  }

  /** Derives a member's node and tags only. The caller must recompute all links afterwards. */
  async storeTags(userId: string): Promise<void> {
    await this.changeWithTags(
      userId,
      () => Promise.resolve(true),
      async (manager, changes) => {
        await this.storeTagsWithin(manager, userId, changes);
      },
    );
  }

  /** Recomputes the links that a member keeps, from the stored tags. */
  async recomputeLinks(userId: string, acknowledge: Acknowledge): Promise<void> {
    await this.change(userId, acknowledge, async (manager, changes) => {
      // The job of an erased account deletes its links.
      if (!(await this.repository.lockAccount(manager, userId))) return;
      await lockTags(manager, connectingIdsOf(await this.repository.listTags(manager, userId)));
      await this.recomputeWithin(manager, userId, changes);
    });
  }

  /**
   * Corrects the member's links that only neighbours keep, and enqueues the neighbours whose kept links may change.
   * @param acknowledge removes the job from the outbox and returns the ids of the changed tags
   */
  async updateNeighbours(
    userId: string,
    acknowledge: (manager: EntityManager) => Promise<readonly string[]>,
  ): Promise<void> {
    let changedTagIds: readonly string[] = [];
    const acknowledgeTags = async (manager: EntityManager): Promise<boolean> => {
      changedTagIds = await acknowledge(manager);
      return changedTagIds.length > 0;
    };
    await this.change(userId, acknowledgeTags, async (manager, changes) => {
      const shown = connectingIdsOf(await this.repository.listTags(manager, userId));
      const changed = await this.repository.listConnectingTagIds(manager, changedTagIds);
      await lockTags(manager, [...shown, ...changed]);
      const neighbours = await this.repository.listAffectedNeighbours(manager, userId, changed);
      const stale = neighbours.filter(({ is_stale }) => is_stale);
      for (const { other_id: id, shared_tags: tags } of stale) changes.links.set(id, tags ?? undefined);
      await this.repository.updateSharedTags(
        manager,
        userId,
        stale.flatMap(({ other_id, shared_tags }) => (shared_tags ? [{ other_id, shared_tags }] : [])),
      );
      await this.repository.deleteLinks(
        manager,
        userId,
        stale.filter(({ shared_tags: tags }) => tags === null).map(({ other_id: id }) => id),
      );
      await enqueueOutbox(
        manager,
        neighbours
          .filter(({ is_affected }) => is_affected)
          .map(({ other_id: subject }) => ({ topic: OUTBOX_TOPICS.recomputeLinks, subject })),
      );
    });
  }

  /** Runs a change that derives tags, again after creating tags that have no row yet. */
  private async changeWithTags(
    userId: string,
    acknowledge: Acknowledge,
    run: (manager: EntityManager, changes: Changes) => Promise<void>,
  ): Promise<void> {
    for (;;) {
      try {
        return await this.change(userId, acknowledge, run);
      } catch (error) {
        if (!(error instanceof UnknownTags)) throw error;
        await adjustTagUsage(
          this.dataSource.manager,
          error.names.map((name) => [name, 0]),
        );
      }
    }
  }

  /** Runs a transaction about one member, then publishes the changes before it releases the locks. */
  private async change(
    userId: string,
    acknowledge: Acknowledge,
    run: (manager: EntityManager, changes: Changes) => Promise<void>,
  ): Promise<void> {
    const changes: Changes = { node: false, links: new Map(), created: [] };
    // The locks belong to the connection, so transaction and publishing share one.
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.manager.transaction(async (manager) => {
        await this.repository.begin(manager);
        if (!(await acknowledge(manager))) return;
        await lockMember(manager, userId);
        await run(manager, changes);
      });
      await this.publish(runner.manager, userId, changes);
    } finally {
      try {
        await releaseConstellationLocks(runner);
      } finally {
        await runner.release();
      }
    }
  }

  /** Returns the ids of the tags that the member started or stopped showing and that create links. */
  private async storeTagsWithin(manager: EntityManager, userId: string, changes: Changes): Promise<string[]> {
    const member = await this.repository.lockAccount(manager, userId);
    const shown = member?.is_public ? await this.listShownTags(manager, userId) : [];
    const stored = await this.repository.listTags(manager, userId);
    await lockTags(manager, connectingIdsOf([...shown, ...stored]));
    const added = without(shown, stored);
    const removed = without(stored, shown);
    if (member?.is_public) {
      await this.saveNode(manager, member, changes);
      await this.repository.deleteTags(manager, userId, idsOf(removed));
      await this.repository.addTags(manager, userId, idsOf(added));
    } else {
      changes.node = await this.repository.deleteNode(manager, userId);
    }
    return connectingIdsOf([...added, ...removed]);
  }

  private async listShownTags(manager: EntityManager, userId: string): Promise<TagRow[]> {
    const names = (await publicTagUses(manager, [userId])).map(({ tag }) => tag);
    const tags = await this.repository.listTagsNamed(manager, names);
    const known = new Set(tags.map(({ name }) => name));
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length > 0) throw new UnknownTags(unknown);
    return tags;
  }

  private async saveNode(manager: EntityManager, member: NodeRow, changes: Changes): Promise<void> {
    const node = await this.repository.findNode(manager, member.id);
    if (node?.username === member.username && node.display_name === member.display_name) return;
    await this.repository.saveNode(manager, member);
    changes.node = true;
  }

  /** Writes the differences between the links that a member should keep and the stored ones. */
  private async recomputeWithin(manager: EntityManager, userId: string, changes: Changes): Promise<void> {
    const top = await this.repository.computeTopLinks(manager, userId);
    const topIds = top.map(({ other_id: id }) => id);
    const links = await this.repository.listLinks(manager, userId, topIds);
    const stored = new Map(links.map((link) => [link.other_id, link]));
    const differing = top.filter(({ other_id: id, shared_tags: tags }) => {
      const link = stored.get(id);
      if (link === undefined) changes.created.push(id);
      const isCurrent = link !== undefined && isSame(link.shared_tags, tags);
      if (!isCurrent) changes.links.set(id, tags);
      return !isCurrent || !link.kept;
    });
    const kept = new Set(topIds);
    const released = links.filter((link) => !kept.has(link.other_id)).map((link) => link.other_id);
    await this.repository.saveKeptLinks(manager, userId, differing);
    for (const id of await this.repository.releaseLinks(manager, userId, released)) {
      changes.links.set(id, undefined);
    }
    await this.repository.saveWeakest(manager, userId, top[this.repository.linksKept - 1]);
  }

  /** Publishes what changed. About a private member only removals are published. */
  private async publish(manager: EntityManager, userId: string, { node, links }: Changes): Promise<void> {
    const current = node ? await this.repository.findPublicNode(manager, userId) : null;
    const change = changeOf(
      userId,
      current,
      current === undefined ? new Map() : await this.withoutPrivateLinks(manager, userId, links),
    );
    if (!change) return;
    // Members across a block fetch what the change is to them with the periodic refetch of their constellation.
    const concealedFrom = await this.repository.listBlocked(manager, namedIn(change));
    this.live.publish('constellation:changed', ROOMS.constellation, change, concealedFrom.map(ROOMS.user));
    this.live.publish('links:changed', endsOf(change).map(ROOMS.user), {});
  }

  private async withoutPrivateLinks(
    manager: EntityManager,
    userId: string,
    links: Changes['links'],
  ): Promise<Changes['links']> {
    const existing = [...links].filter(([, tags]) => tags !== undefined).map(([otherId]) => otherId);
    if (existing.length === 0) return links;
    const publicIds = new Set(await this.repository.listPublic(manager, [userId, ...existing]));
    return new Map(
      [...links].filter(
        ([otherId, tags]) => tags === undefined || (publicIds.has(userId) && publicIds.has(otherId)),
      ),
    );
  }
}

const idsOf = (tags: readonly TagRow[]): string[] => tags.map(({ id }) => id);

const connectingIdsOf = (tags: readonly TagRow[]): string[] => idsOf(tags.filter(({ is_hub }) => !is_hub));

const without = (tags: readonly TagRow[], others: readonly TagRow[]): TagRow[] => {
  const ids = new Set(idsOf(others));
  return tags.filter(({ id }) => !ids.has(id));
};

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((tag, index) => tag === other[index]);
