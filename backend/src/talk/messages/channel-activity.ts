import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type MessageView, ROOMS } from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';

const SWEEP_MS = 500;
/** Minimum time between two `channel:activity` events for a server. */
const PUSH_INTERVAL_MS = 1_000;
/** Minimum delay of activity within that time, so that it can be sent along with a message. */
const DELAY_MS = 1_500;

/** An event names no authors if there are more. */
const MAX_NAMED_AUTHORS = 20;

interface ActiveServer {
  publishedAt: number;
  /** What has not been published yet, by channel. */
  unpublished: Map<string, UnpublishedActivity>;
}

interface UnpublishedActivity {
  lastSeq: number;
  userIds: Set<string>;
}

/**
 * Publishes to the connected members of a server which of its channels have new messages, even if they have none of
 * them open. Each backend serves its own sockets, at most once a second per server. Activity is published together with
 * a message where possible; a sweep publishes the rest.
 */
@Injectable()
export class ChannelActivity implements OnApplicationShutdown {
  private readonly servers = new Map<string, ActiveServer>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly live: LiveService) {}

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @param messages new ones, in order of `seq` */
  record(serverId: string, channelId: string, messages: readonly MessageView[]): void {
    if (!this.live.hasRoom(ROOMS.server(serverId))) return;
    const server = this.servers.get(serverId) ?? {
      publishedAt: -Infinity,
      unpublished: new Map<string, UnpublishedActivity>(),
    };
    this.servers.set(serverId, server);
    const activity = server.unpublished.get(channelId) ?? { lastSeq: 0, userIds: new Set() };
    server.unpublished.set(channelId, activity);
    for (const { seq, userId } of messages) {
      activity.lastSeq = Math.max(activity.lastSeq, seq);
      if (userId !== null) activity.userIds.add(userId);
    }
    const now = performance.now();
    if (now - server.publishedAt >= PUSH_INTERVAL_MS) this.publishActivity(serverId, server, now);
    this.timer ??= setInterval(() => this.sweep(), SWEEP_MS);
  }

  private publishActivity(serverId: string, server: ActiveServer, now: number): void {
    const channels = [...server.unpublished].map(([channelId, { lastSeq, userIds }]) => ({
      channelId,
      lastSeq,
      ...(userIds.size <= MAX_NAMED_AUTHORS && { userIds: [...userIds] }),
    }));
    server.unpublished.clear();
    server.publishedAt = now;
    this.live.publishLocally('channel:activity', ROOMS.server(serverId), { serverId, channels });
  }

  private sweep(): void {
    const now = performance.now();
    for (const [serverId, server] of this.servers) {
      if (now - server.publishedAt < DELAY_MS) continue;
      if (server.unpublished.size > 0) this.publishActivity(serverId, server, now);
      else this.servers.delete(serverId);
    }
    if (this.servers.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
