import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { MessageView } from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';

const SWEEP_MS = 500;
/** Minimum time between two `channel:activity` events for a room. */
const PUSH_INTERVAL_MS = 1_000;
/** Minimum delay of activity within that time, so that it can be sent along with a message. */
const DELAY_MS = 1_500;

/** An event names no authors if there are more. */
const MAX_NAMED_AUTHORS = 20;

/** Where activity is published together. */
export interface ActivePlace {
  serverId: string;
  /** That of the server, or of a private channel. */
  readersRoom: string;
}

interface ActiveRoom {
  serverId: string;
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
 * them open; that of a private channel only to those who read it. Each backend serves its own sockets, at most once a second
 * per server and private channel. Activity is published together with
 * a message where possible; a sweep publishes the rest.
 */
@Injectable()
export class ChannelActivity implements OnApplicationShutdown {
  private readonly active = new Map<string, ActiveRoom>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly live: LiveService) {}

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @param messages new ones, in order of `seq` */
  record({ serverId, readersRoom }: ActivePlace, channelId: string, messages: readonly MessageView[]): void {
    if (!this.live.hasRoom(readersRoom)) return;
    const active = this.active.get(readersRoom) ?? {
      serverId,
      publishedAt: -Infinity,
      unpublished: new Map<string, UnpublishedActivity>(),
    };
    this.active.set(readersRoom, active);
    const activity = active.unpublished.get(channelId) ?? { lastSeq: 0, userIds: new Set() };
    active.unpublished.set(channelId, activity);
    for (const { seq, userId } of messages) {
      activity.lastSeq = Math.max(activity.lastSeq, seq);
      if (userId !== null) activity.userIds.add(userId);
    }
    const now = performance.now();
    if (now - active.publishedAt >= PUSH_INTERVAL_MS) this.publishActivity(readersRoom, active, now);
    this.timer ??= setInterval(() => this.sweep(), SWEEP_MS);
  }

  private publishActivity(room: string, active: ActiveRoom, now: number): void {
    const channels = [...active.unpublished].map(([channelId, { lastSeq, userIds }]) => ({
      channelId,
      lastSeq,
      ...(userIds.size <= MAX_NAMED_AUTHORS && { userIds: [...userIds] }),
    }));
    active.unpublished.clear();
    active.publishedAt = now;
    this.live.publishLocally('channel:activity', room, { serverId: active.serverId, channels });
  }

  private sweep(): void {
    const now = performance.now();
    for (const [room, active] of this.active) {
      if (now - active.publishedAt < DELAY_MS) continue;
      if (active.unpublished.size > 0) this.publishActivity(room, active, now);
      else this.active.delete(room);
    }
    if (this.active.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
