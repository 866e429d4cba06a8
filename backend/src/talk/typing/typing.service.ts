import { Injectable } from '@nestjs/common';
import { ROOMS, TYPING_MS } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import { AccessService } from '../../shared/index.js';

/** Publishes which members are typing. Nothing is stored; clients drop the indication when it expires. */
@Injectable()
export class TypingService {
  constructor(
    private readonly access: AccessService,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Publishes that a member is typing for the next `TYPING_MS`.
   * @throws ProblemError `not_found`, `not_a_member`, `timed_out`, `channel_locked`
   */
  async start(userId: string, channelId: string): Promise<void> {
    await this.publishTyping(userId, channelId, Date.now() + TYPING_MS);
  }

  /** Publishes an expired typing indication. @throws ProblemError `not_found`, `not_a_member`, `timed_out`, `channel_locked` */
  async stop(userId: string, channelId: string): Promise<void> {
    await this.publishTyping(userId, channelId, Date.now() - 1);
  }

  private async publishTyping(userId: string, channelId: string, until: number): Promise<void> {
    const { username, concealedFrom } = await this.access.requireChannelWrite(userId, channelId);
    this.live.publish(
      'typing',
      ROOMS.channel(channelId),
      { channelId, userId, username, until: new Date(until).toISOString() },
      concealedFrom.map(ROOMS.user),
    );
  }
}
