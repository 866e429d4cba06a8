import { Injectable } from '@nestjs/common';
import { ROOMS, TYPING_MS } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import { AccessService } from '../../shared/index.js';

/** How often a backend publishes in `TYPING_MS` that members begin or go on typing in a channel: each reaches all who have it open. */
export const TYPING_STARTS = 10;

/** What a backend has published of a channel. */
interface Published {
  since: number;
  starts: number;
  /** Until when members are shown. */
  shown: Map<string, number>;
}

/** Publishes which members are typing. Nothing is stored; clients drop the indication when it expires. */
@Injectable()
export class TypingService {
  private readonly published = new Map<string, Published>();

  constructor(
    private readonly access: AccessService,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Publishes that a member is typing for the next `TYPING_MS`, unless enough others are.
   * @throws ProblemError `not_found`, `not_a_member`, `timed_out`, `channel_locked`
   */
  async start(userId: string, channelId: string): Promise<void> {
    const until = Date.now() + TYPING_MS;
    await this.publishTyping(userId, channelId, until, () => {
      const published = this.publishedIn(channelId);
      if (published.starts === TYPING_STARTS) return false;
      published.starts += 1;
      published.shown.set(userId, until);
      return true;
    });
  }

  /** Publishes an expired typing indication. @throws ProblemError `not_found`, `not_a_member`, `timed_out`, `channel_locked` */
  async stop(userId: string, channelId: string): Promise<void> {
    await this.publishTyping(
      userId,
      channelId,
      Date.now() - 1,
      () => this.published.get(channelId)?.shown.delete(userId) ?? false,
    );
  }

  /** Returns the count of a channel, which starts again after `TYPING_MS`. */
  private publishedIn(channelId: string): Published {
    const now = Date.now();
    const known = this.published.get(channelId);
    if (known && now - known.since < TYPING_MS) return known;
    const shown = [...(known?.shown ?? [])].filter(([, until]) => until > now);
    const published = { since: now, starts: 0, shown: new Map(shown) };
    // The oldest come first.
    this.published.delete(channelId);
    this.published.set(channelId, published);
    for (const [id, { since }] of this.published) {
      if (now - since < 2 * TYPING_MS) break;
      this.published.delete(id);
    }
    return published;
  }

  private async publishTyping(
    userId: string,
    channelId: string,
    until: number,
    mayPublish: () => boolean,
  ): Promise<void> {
    const { username, concealedFrom } = await this.access.requireChannelWrite(userId, channelId);
    if (!mayPublish()) return;
    this.live.publish(
      'typing',
      ROOMS.channel(channelId),
      { channelId, userId, username, until: new Date(until).toISOString() },
      concealedFrom.map(ROOMS.user),
    );
  }
}
