import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';

/** How often what was held back is looked at, in milliseconds. */
const SWEEP_MS = 500;

/** A dimension in which something was said a moment ago. */
interface ActiveServer {
  toldAt: number;
  /** The last `seq` of each channel that nobody was told of yet. */
  untold: Map<string, number>;
}

/**
 * Tells the members of a dimension in which of its channels messages came, whether they have them open or not: each
 * backend its own sockets, at most once a second. It goes out beside a message, with which it shares the way to who has
 * that open; only what no later message takes along is told by the clock.
 */
@Injectable()
export class ChannelActivity implements OnApplicationShutdown {
  private readonly servers = new Map<string, ActiveServer>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly live: LiveService) {}

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Messages came in a channel, up to a `seq`. */
  note(serverId: string, channelId: string, lastSeq: number): void {
    if (!this.live.hasRoom(ROOMS.server(serverId))) return;
    const server = this.servers.get(serverId) ?? { toldAt: -Infinity, untold: new Map<string, number>() };
    this.servers.set(serverId, server);
    server.untold.set(channelId, Math.max(lastSeq, server.untold.get(channelId) ?? 0));
    const now = performance.now();
    if (now - server.toldAt >= LIVE_PACE.activityPushMs) this.tell(serverId, server, now);
    this.timer ??= setInterval(() => this.sweep(), SWEEP_MS);
  }

  private tell(serverId: string, server: ActiveServer, now: number): void {
    const channels = [...server.untold].map(([channelId, lastSeq]) => ({ channelId, lastSeq }));
    server.untold.clear();
    server.toldAt = now;
    this.live.publishHere('channel:activity', ROOMS.server(serverId), { serverId, channels });
  }

  private sweep(): void {
    const now = performance.now();
    for (const [serverId, server] of this.servers) {
      if (now - server.toldAt < LIVE_PACE.activityHoldMs) continue;
      if (server.untold.size > 0) this.tell(serverId, server, now);
      else this.servers.delete(serverId);
    }
    if (this.servers.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
