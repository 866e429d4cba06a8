import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import {
  adjustTagUsage,
  lockMember,
  lockTags,
  enqueueOutbox,
  enqueueOutboxBatch,
  releaseConstellationLocks,
  OUTBOX_TOPICS,
  publicTagUses,
  LINKS_KEPT,
} from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { changeOf, endsOf } from './constellation-change.js';
import {
  ConstellationRepository,
  type LinkRow,
  type NodeRow,
  type PairRow,
  type TagRow,
  type WeakestLink,
} from './constellation.repository.js';

/** What of one member a step makes other. */
interface Touched {
  node: boolean;
  /** By the id of the other, the tags of each link that is other than it was; undefined where there is none any more. */
  links: Map<string, readonly string[] | undefined>;
}

/** With so many others who are to look at their links, one row of the outbox stands for all of them. */
const MANY = 20;

/** Tags that have no row yet; only whoever holds nothing may make one. */
class UnknownTags extends Error {
  override name = 'UnknownTags';

  constructor(readonly names: readonly string[]) {
    super('Some tags have no row yet.');
  }
}

/**
 * Keeps up who shows which tag and who is linked with whom. Each step is about one member, and leaves the rest to a
 * step of whoever else it concerns; once nothing is left, what stands there is the same whatever the order was.
 */
@Injectable()
export class ConstellationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: ConstellationRepository,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Brings one member's node, tags and links to what the member shows, and tells who watches.
   * @param take takes the work out of the outbox; where it answers false there is nothing left to do
   */
  async deriveMember(userId: string, take: (manager: EntityManager) => Promise<boolean>): Promise<void> {
    for (;;) {
      try {
        return await this.change(userId, take, async (manager, touched) => {
          await this.deriveTags(manager, userId, touched);
        });
      } catch (error) {
        if (!(error instanceof UnknownTags)) throw error;
        await adjustTagUsage(
          this.dataSource.manager,
          error.names.map((name) => [name, 0]),
        );
      }
    }
  }

  /** Brings one member's links to what members are known to show, and tells who watches. */
  async settleMember(userId: string, take: (manager: EntityManager) => Promise<boolean>): Promise<void> {
    await this.change(userId, take, async (manager, touched) => {
      // Of an account that is gone, its other job takes care.
      if (!(await this.repository.holdMember(manager, userId))) return;
      await this.holdShownTags(manager, userId);
      await this.saveLinks(manager, userId, await this.repository.allPairs(manager, userId), touched);
    });
  }

  private async holdShownTags(manager: EntityManager, userId: string): Promise<void> {
    const shown = await this.repository.tagsOf(manager, await this.repository.shownTagIds(manager, userId));
    await lockTags(manager, idsOf(shown.filter(connects)));
  }

  private async change(
    userId: string,
    take: (manager: EntityManager) => Promise<boolean>,
    run: (manager: EntityManager, touched: Touched) => Promise<void>,
  ): Promise<void> {
    const touched: Touched = { node: false, links: new Map() };
    // One connection for both: it holds what is told until it is.
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.manager.transaction(async (manager) => {
        await this.repository.begin(manager);
        if (!(await take(manager))) return;
        await lockMember(manager, userId);
        await run(manager, touched);
      });
      await this.tell(runner.manager, userId, touched);
    } finally {
      try {
        await releaseConstellationLocks(runner);
      } finally {
        await runner.release();
      }
    }
  }

  private async deriveTags(manager: EntityManager, userId: string, touched: Touched): Promise<void> {
    const member = await this.repository.holdMember(manager, userId);
    const wanted = member?.is_public ? await this.wantedTags(manager, userId) : [];
    const known = new Set(await this.repository.shownTagIds(manager, userId));
    const added = wanted.filter(({ id }) => !known.has(id));
    const removed = await this.repository.tagsOf(manager, without(known, idsOf(wanted)));
    await lockTags(manager, idsOf([...wanted, ...removed].filter(connects)));
    if (!member) return this.removeNode(manager, userId, idsOf(removed), touched);
    if (!member.is_public) return this.removeNode(manager, userId, [], touched);

    await this.announce(manager, member, touched);
    await this.showFewer(manager, userId, removed, touched);
    await this.showMore(manager, userId, added, touched);
    if (removed.length + added.length > 0) return;
    await this.saveLinks(manager, userId, await this.repository.allPairs(manager, userId), touched);
  }

  private async showFewer(
    manager: EntityManager,
    userId: string,
    tags: readonly TagRow[],
    touched: Touched,
  ): Promise<void> {
    if (tags.length === 0) return;
    await this.repository.removeShownTags(manager, userId, idsOf(tags));
    const connecting = tags.filter(connects);
    if (connecting.length === 0) return;
    const names = connecting.map(({ name }) => name);
    const pairs = await this.repository.pairsOfFewerTags(manager, userId, names);
    await this.saveLinks(manager, userId, pairs, touched);
  }

  private async showMore(
    manager: EntityManager,
    userId: string,
    tags: readonly TagRow[],
    touched: Touched,
  ): Promise<void> {
    if (tags.length === 0) return;
    await this.repository.addShownTags(manager, userId, idsOf(tags));
    const connecting = tags.filter(connects);
    if (connecting.length === 0) return;
    const pairs = await this.repository.pairsOfMoreTags(manager, userId, idsOf(connecting));
    await this.saveLinks(manager, userId, pairs, touched);
  }

  private async wantedTags(manager: EntityManager, userId: string): Promise<TagRow[]> {
    const names = (await publicTagUses(manager, [userId])).map(({ tag }) => tag);
    const tags = await this.repository.tagsNamed(manager, names);
    const unknown = without(
      names,
      tags.map(({ name }) => name),
    );
    if (unknown.length > 0) throw new UnknownTags(unknown);
    return tags;
  }

  private async announce(manager: EntityManager, member: NodeRow, touched: Touched): Promise<void> {
    const known = await this.repository.node(manager, member.id);
    if (known?.username === member.username && known.display_name === member.display_name) return;
    await this.repository.saveNode(manager, member);
    touched.node = true;
  }

  /**
   * Takes away the node and the links of a member who is public no more, or gone.
   * @param erased the tags that an account showed that is gone: its links went with it, and who kept one follows from these
   */
  private async removeNode(
    manager: EntityManager,
    userId: string,
    erased: readonly string[],
    touched: Touched,
  ): Promise<void> {
    if (!(await this.repository.node(manager, userId))) return;
    await this.repository.removeNode(manager, userId);
    const links = await this.repository.linksOf(manager, userId);
    await this.repository.removeLinks(
      manager,
      userId,
      links.map((link) => link.other_id),
    );
    const keepers = links.filter((link) => link.kept_by_other).map((link) => link.other_id);
    const former = await this.repository.formerKeepers(manager, userId, erased);
    await this.leaveToOthers(manager, userId, [...new Set([...keepers, ...former])]);
    touched.node = true;
  }

  /** Brings the links of a member to what members show, and leaves to others to look which they want to keep. */
  private async saveLinks(
    manager: EntityManager,
    userId: string,
    pairs: readonly PairRow[],
    touched: Touched,
  ): Promise<void> {
    const added: LinkRow[] = [];
    const changed: LinkRow[] = [];
    const removed: string[] = [];
    for (const pair of pairs) {
      const link = wantedLink(pair);
      if (link && !pair.is_stored) added.push(link);
      if (link && pair.is_stored && (pair.was_kept !== link.kept || pair.is_other)) changed.push(link);
      if (!link && pair.is_stored) removed.push(pair.other_id);
      if (link ? pair.is_other : pair.is_stored) touched.links.set(pair.other_id, link?.sharedTags);
    }
    await this.repository.insertLinks(manager, userId, added);
    await this.repository.updateLinks(manager, userId, changed);
    await this.repository.removeLinks(manager, userId, removed);
    await this.repository.saveWeakest(manager, userId, weakestOf(pairs));
    const asked = pairs.filter((pair) => pair.is_asked_later).map((pair) => pair.other_id);
    if (asked.length > 0) await enqueueOutboxBatch(manager, OUTBOX_TOPICS.findNewKeepers, userId, asked);
    await this.leaveToOthers(
      manager,
      userId,
      pairs.filter(({ resettle }) => resettle).map((pair) => pair.other_id),
    );
  }

  private async leaveToOthers(
    manager: EntityManager,
    userId: string,
    userIds: readonly string[],
  ): Promise<void> {
    if (userIds.length >= MANY) {
      return enqueueOutboxBatch(manager, OUTBOX_TOPICS.recomputeAffectedLinks, userId, userIds);
    }
    await this.leaveToEach(manager, userIds);
  }

  /**
   * Takes away the links that many others alone keep with a member and that are for no tag any more, tells who watches,
   * and leaves a row of the outbox to each of these others, whom one change has left one row together.
   * @param take takes that row out of the outbox, and answers with the others' ids
   */
  async spreadToOthers(
    userId: string,
    take: (manager: EntityManager) => Promise<readonly string[]>,
  ): Promise<void> {
    let userIds: readonly string[] = [];
    const takeSome = async (manager: EntityManager): Promise<boolean> => {
      userIds = await take(manager);
      return userIds.length > 0;
    };
    await this.change(userId, takeSome, async (manager, touched) => {
      await this.holdShownTags(manager, userId);
      for (const otherId of await this.repository.removeLostLinks(manager, userId, userIds)) {
        touched.links.set(otherId, undefined);
      }
      await this.leaveToEach(manager, userIds);
    });
  }

  /**
   * Leaves a row of the outbox to each of those among many others who comes to keep a link with a member.
   * @param take takes the row about all of them out of the outbox, and answers with the others' ids
   */
  async askOthers(
    userId: string,
    take: (manager: EntityManager) => Promise<readonly string[]>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.repository.begin(manager);
      await this.leaveToEach(manager, await this.repository.newKeepers(manager, userId, await take(manager)));
    });
  }

  private async leaveToEach(manager: EntityManager, userIds: readonly string[]): Promise<void> {
    await enqueueOutbox(
      manager,
      userIds.map((subject) => ({ topic: OUTBOX_TOPICS.recomputeLinks, subject })),
    );
  }

  /**
   * Tells what became of what was touched, before anybody else touches any of it. Of who is private just now nothing is
   * told but what is gone.
   */
  private async tell(manager: EntityManager, userId: string, { node, links }: Touched): Promise<void> {
    const now = node ? await this.repository.nodeNow(manager, userId) : null;
    const change = changeOf(
      userId,
      now,
      now === undefined ? new Map() : await this.toTell(manager, userId, links),
    );
    if (!change) return;
    this.live.publish('constellation:changed', ROOMS.constellation, change);
    this.live.publish('links:changed', endsOf(change).map(ROOMS.user), {});
  }

  /** Of links that were touched, those that are gone, and of the others those of which both ends are public. */
  private async toTell(
    manager: EntityManager,
    userId: string,
    links: Touched['links'],
  ): Promise<Touched['links']> {
    const standing = [...links].filter(([, tags]) => tags !== undefined).map(([otherId]) => otherId);
    if (standing.length === 0) return links;
    const publicIds = new Set(await this.repository.publicNow(manager, [userId, ...standing]));
    return new Map(
      [...links].filter(
        ([otherId, tags]) => tags === undefined || (publicIds.has(userId) && publicIds.has(otherId)),
      ),
    );
  }
}

/** The row that is to stand for two members; undefined where none is. */
function wantedLink(pair: PairRow): LinkRow | undefined {
  if (pair.shared_tags === null) return undefined;
  return {
    otherId: pair.other_id,
    strength: pair.strength,
    sharedTags: pair.shared_tags,
    kept: pair.kept,
    keptByOther: pair.kept_by_other ?? false,
  };
}

/** @param pairs the strongest first */
function weakestOf(pairs: readonly PairRow[]): WeakestLink | null {
  const last = pairs.filter(({ kept }) => kept)[LINKS_KEPT - 1];
  return last ? { strength: last.strength, otherId: last.other_id } : null;
}

const idsOf = (tags: readonly TagRow[]): string[] => tags.map(({ id }) => id);

const connects = (tag: TagRow): boolean => !tag.is_hub;

const without = (all: Iterable<string>, some: readonly string[]): string[] => {
  const left = new Set(some);
  return [...all].filter((each) => !left.has(each));
};
