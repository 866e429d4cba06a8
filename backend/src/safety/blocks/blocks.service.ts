import { Injectable } from '@nestjs/common';
import { BLOCK_MESSAGES, type HiddenMembers, type HiddenMemberView, type Phrase } from '@oniverse/contracts';
import { notFound, ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { optionalAuthorView, Quotas, unauthorized } from '../../shared/index.js';
import { BlocksRepository, type HiddenMemberRow } from './blocks.repository.js';
import { VisibilityPublisher } from './visibility-publisher.js';

export const hiddenMemberView = (row: HiddenMemberRow): HiddenMemberView => ({
  userId: row.user_id,
  author: optionalAuthorView(row),
  since: row.created_at.toISOString(),
});

const BLOCK_LIMIT: RateLimit = { name: 'blocks', points: 60, seconds: 60 };

/**
 * Blocks and mutes. Only the member who made one learns of it: every call answers the same whether or not the other
 * member has blocked the caller, and works for each existing member, private ones included.
 */
@Injectable()
export class BlocksService {
  constructor(
    private readonly repository: BlocksRepository,
    private readonly quotas: Quotas,
    private readonly limits: RateLimits,
    private readonly publisher: VisibilityPublisher,
  ) {}

  /** Returns the members that the caller blocked, newest first. */
  async listBlocks(userId: string, page: PageQueryDto): Promise<Page<HiddenMemberView>> {
    return Page.of(await this.repository.listBlocks(userId, page), page.limit, hiddenMemberView);
  }

  /** Returns the members that the caller muted, newest first. */
  async listMutes(userId: string, page: PageQueryDto): Promise<Page<HiddenMemberView>> {
    return Page.of(await this.repository.listMutes(userId, page), page.limit, hiddenMemberView);
  }

  /** Returns the ids of all members that the caller blocked or muted. */
  async listHidden(userId: string): Promise<HiddenMembers> {
    return this.repository.listHidden(userId);
  }

  /**
   * Blocks a member; repeating it changes nothing.
   * @throws ProblemError `not_found`; `forbidden` for the caller; `quota_reached`; `rate_limited`
   */
  async block(userId: string, otherId: string): Promise<void> {
    requireOther(userId, otherId, BLOCK_MESSAGES.ownBlock);
    await this.limits.consume(BLOCK_LIMIT, userId);
    const change = await this.repository.transaction(async (manager) => {
      await this.lockPair(manager, userId, otherId);
      if (await this.repository.hasBlocked(manager, userId, otherId)) return undefined;
      await this.quotas.requireCapacity(manager, 'blocks', userId);
      return { isVisibilityChanged: await this.repository.insertBlock(manager, userId, otherId) };
    });
    if (change) this.publish(userId, otherId, change.isVisibilityChanged);
  }

  /** Ends the caller's block, if there is one. @throws ProblemError `rate_limited` */
  async unblock(userId: string, otherId: string): Promise<void> {
    await this.limits.consume(BLOCK_LIMIT, userId);
    const change = await this.repository.transaction(async (manager) => {
      await this.repository.lockMembers(manager, [userId, otherId]);
      return this.repository.deleteBlock(manager, userId, otherId);
    });
    if (change.isOwnChanged) this.publish(userId, otherId, change.isVisibilityChanged);
  }

  /**
   * Mutes a member; repeating it changes nothing.
   * @throws ProblemError `not_found`; `forbidden` for the caller; `quota_reached`; `rate_limited`
   */
  async mute(userId: string, otherId: string): Promise<void> {
    requireOther(userId, otherId, BLOCK_MESSAGES.ownMute);
    await this.limits.consume(BLOCK_LIMIT, userId);
    const isNew = await this.repository.transaction(async (manager) => {
      await this.lockPair(manager, userId, otherId);
      if (await this.repository.hasMuted(manager, userId, otherId)) return false;
      await this.quotas.requireCapacity(manager, 'mutes', userId);
      await this.repository.insertMute(manager, userId, otherId);
      return true;
    });
    if (isNew) this.publisher.publish([userId]);
  }

  /** Ends the caller's mute, if there is one. @throws ProblemError `rate_limited` */
  async unmute(userId: string, otherId: string): Promise<void> {
    await this.limits.consume(BLOCK_LIMIT, userId);
    const isEnded = await this.repository.transaction(async (manager) => {
      await this.repository.lockMembers(manager, [userId, otherId]);
      return this.repository.deleteMute(manager, userId, otherId);
    });
    if (isEnded) this.publisher.publish([userId]);
  }

  /** @throws ProblemError `not_found` without the other member */
  private async lockPair(manager: EntityManager, userId: string, otherId: string): Promise<void> {
    const existing = await this.repository.lockMembers(manager, [userId, otherId]);
    if (!existing.has(userId)) throw unauthorized();
    if (existing.size < 2) throw notFound();
  }

  /** A member who was blocked already, or still is, gets no hint, because it would reveal the second block. */
  private publish(userId: string, otherId: string, isVisibilityChanged: boolean): void {
    this.publisher.publish(isVisibilityChanged ? [userId, otherId] : [userId]);
  }
}

function requireOther(userId: string, otherId: string, phrase: Phrase): void {
  if (userId === otherId.toLowerCase()) throw new ProblemError('forbidden', phrase);
}
