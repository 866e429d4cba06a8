import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { isUuid, ROOMS } from '@oniverse/contracts';
import { isOutage, LOGGER, type Logger } from '@oniverse/platform';
import { LIVE_PACE, LiveService } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { leavePostsBy } from '../../writing/index.js';
import { findSession } from '../../account/index.js';
import { BlocksRepository } from './blocks.repository.js';

const CHANGED_HINT = 'visibility:changed';

/** A new socket may have missed blocks since it connected, at most since the check before. */
const RECENT_MS = 2 * LIVE_PACE.sessionCheckMs;

/**
 * Hints to members that they see each other differently, and unsubscribes their sockets from posts that they may no
 * longer see. A periodic comparison with the database covers lost hints and Redis outages.
 */
@Injectable()
export class VisibilityPublisher implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** The blocks and mutes at the latest check, by connected member; empty text without any. */
  private states = new Map<string, string>();

  constructor(
    private readonly live: LiveService,
    private readonly repository: BlocksRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onHint(CHANGED_HINT, (payload) => {
      if (Array.isArray(payload)) void this.closePosts(payload.filter(isUuid));
    });
    this.timer = setInterval(() => void this.runSafely(() => this.compareStates()), LIVE_PACE.sessionCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Call it after the commit. */
  publish(userIds: readonly string[]): void {
    this.live.publish('visibility:changed', userIds.map(ROOMS.user), {});
    this.live.publishHint(CHANGED_HINT, userIds);
    void this.closePosts(userIds);
  }

  private async compareStates(): Promise<void> {
    const userIds = [...new Set([...this.memberSockets()].map(({ userId }) => userId))];
    if (userIds.length === 0) return;
    const rows = await this.repository.listStates(userIds, RECENT_MS);
    const stored = new Map(rows.map((row) => [row.member_id, row]));
    const changed = userIds.filter((id) => {
      const before = this.states.get(id);
      const now = stored.get(id);
      return before === undefined ? now?.is_recent === true : before !== (now?.state ?? '');
    });
    this.states = new Map(userIds.map((id) => [id, stored.get(id)?.state ?? '']));
    for (const id of changed) this.live.publishLocally('visibility:changed', ROOMS.user(id), {});
    await this.closePosts(changed);
  }

  /** Unsubscribes this process's sockets of the members from the posts of members that they may not see. */
  private async closePosts(userIds: readonly string[]): Promise<void> {
    const sockets = [...this.memberSockets()].filter(({ userId }) => userIds.includes(userId));
    if (sockets.length === 0) return;
    await this.runSafely(async () => {
      const concealed = await this.repository.listConcealed(userIds);
      for (const { socket, userId } of sockets)
        await leavePostsBy(socket, concealed.get(userId) ?? new Set());
    });
  }

  private *memberSockets(): Generator<{ socket: Socket; userId: string }> {
    for (const socket of this.live.sockets()) {
      const session = findSession(socket);
      if (session) yield { socket, userId: session.userId };
    }
  }

  private async runSafely(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Visibility check failed; retrying');
    }
  }
}
