import { Injectable } from '@nestjs/common';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import { AccessService } from '../access/access.service.js';

/** Who is writing something just now. Nothing of it is kept: it is forgotten where no news comes. */
@Injectable()
export class TypingService {
  constructor(
    private readonly access: AccessService,
    private readonly live: LivePublisher,
  ) {}

  /** Holds for a few seconds. @throws ProblemError `not_found`, `not_a_member` */
  async start(userId: string, channelId: string): Promise<void> {
    await this.tell(userId, channelId, Date.now() + LIVE_PACE.typingMs);
  }

  /** Is told as a typing that is over. @throws ProblemError `not_found`, `not_a_member` */
  async stop(userId: string, channelId: string): Promise<void> {
    await this.tell(userId, channelId, Date.now() - 1);
  }

  private async tell(userId: string, channelId: string, until: number): Promise<void> {
    const { username } = await this.access.requireChannelWrite(userId, channelId);
    this.live.publish('typing', ROOMS.channel(channelId), {
      channelId,
      userId,
      username,
      until: new Date(until).toISOString(),
    });
  }
}
