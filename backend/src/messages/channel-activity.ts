import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { isOutage, LivePublisher, LOGGER, type Logger } from '@oniverse/platform';
import { MessagesRepository } from './messages.repository.js';

/**
 * Tells the members of a dimension in which of its channels messages came, whether they have them open or not. What
 * comes within a second is told together, with the places as they are then.
 */
@Injectable()
export class ChannelActivity implements OnApplicationShutdown {
  private readonly active = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: MessagesRepository,
    private readonly live: LivePublisher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** Messages came in a channel. */
  note(channelId: string): void {
    this.active.add(channelId);
    this.timer ??= setTimeout(() => void this.tell(), LIVE_PACE.activityPushMs);
  }

  private async tell(): Promise<void> {
    const channelIds = [...this.active];
    this.active.clear();
    this.timer = undefined;
    try {
      const servers = new Map<string, { channelId: string; lastSeq: number }[]>();
      for (const [channelId, { serverId, lastSeq }] of await this.repository.heads(channelIds)) {
        servers.set(serverId, [...(servers.get(serverId) ?? []), { channelId, lastSeq }]);
      }
      for (const [serverId, channels] of servers) {
        this.live.publish('channel:activity', ROOMS.server(serverId), { serverId, channels });
      }
    } catch (error) {
      // Who lists the channels sees where they are; the next message tells again.
      if (!isOutage(error)) this.logger.error({ err: error }, 'The activity of channels could not be told');
    }
  }
}
