import { Injectable } from '@nestjs/common';
import { LIMITS, MAX_NAMED_MARKS, ROOMS } from '@oniverse/contracts';
import { LivePublisher, type RateLimit, RateLimits } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../shared/index.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { type MovedMark, ReadMarksRepository } from './read-marks.repository.js';

const MARK_ALL_LIMIT: RateLimit = { name: 'mark-all-read', points: 30, seconds: 60 };

@Injectable()
export class ReadMarksService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ReadMarksRepository,
    private readonly notifications: NotificationsService,
    private readonly live: LivePublisher,
    private readonly limits: RateLimits,
  ) {}

  /** Advances a member's mark, never back and never beyond the latest message. @throws ProblemError `not_found`, `not_a_member` */
  async advance(userId: string, channelId: string, seq: number): Promise<void> {
    await this.access.requireChannelMember(userId, channelId);
    const moved = await this.repository.advance(userId, channelId, seq);
    await this.publish(userId, moved);
    for (const mark of moved) if (mark.server_id === null) await this.publishSeen(userId, mark);
  }

  /** Marks all channels of a server as read. @throws ProblemError `not_found`, `not_a_member`, `rate_limited` */
  async markServer(userId: string, serverId: string): Promise<void> {
    await this.limits.consume(MARK_ALL_LIMIT, userId);
    await this.access.requireServer(userId, serverId, 'followMessages');
    await this.publish(userId, await this.repository.advanceAll(this.repository.manager, userId, serverId));
  }

  /**
   * Marks all channels of joined servers as read, in the caller's transaction.
   * @returns a function that publishes it; call it after the commit
   * @throws ProblemError `rate_limited`
   */
  async markAll(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    await this.limits.consume(MARK_ALL_LIMIT, userId);
    const moved = await this.repository.advanceAll(manager, userId, null);
    return async () => this.publish(userId, moved);
  }

  /** Returns messages that mention the member, oldest first. @throws ProblemError `not_found` */
  async listMentions(
    userId: string,
    channelId: string,
    { after = 0, limit = LIMITS.page.default }: { after?: number; limit?: number },
  ): Promise<{ seq: number }[]> {
    await this.access.requireChannelRead(userId, channelId);
    return this.repository.listMentions(userId, channelId, after, limit);
  }

  /** Publishes how far a member has read a conversation, if they show it, to the members who show it too. */
  private async publishSeen(userId: string, { channel_id: id, seq }: MovedMark): Promise<void> {
    const audience = await this.repository.listSeenAudience(userId, id);
    this.live.publish('conversation:seen', audience.map(ROOMS.user), { id, userId, seq });
  }

  /** Publishes moved marks to the member's devices, in one event. */
  private async publish(userId: string, moved: readonly MovedMark[]): Promise<void> {
    if (moved.length === 0) return;
    const marks = moved.map((row) => ({
      serverId: row.server_id,
      channelId: row.channel_id,
      seq: row.seq,
    }));
    this.live.publish('read-marks:changed', ROOMS.user(userId), {
      marks: marks.length > MAX_NAMED_MARKS ? null : marks,
    });
    if (moved.some((row) => row.has_read_entries)) await this.notifications.publishStates([userId]);
  }
}
