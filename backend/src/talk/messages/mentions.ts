import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import type { MessageRow } from './messages.repository.js';

@Injectable()
export class Mentions {
  constructor(private readonly live: LivePublisher) {}

  publish({
    row,
    serverId,
    parentId,
    mentioned,
  }: {
    row: MessageRow;
    serverId: string;
    /** The channel of the thread that the message is in; null outside of threads. */
    parentId: string | null;
    mentioned: readonly string[];
  }): void {
    for (const userId of mentioned) {
      this.live.publish('mention', ROOMS.user(userId), {
        serverId,
        channelId: row.channel_id,
        ...(parentId !== null && { parentId }),
        seq: row.seq,
        ...(row.user_id !== null && { userId: row.user_id }),
      });
    }
  }
}
