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
    /** Null in a conversation. */
    serverId: string | null;
    /** The channel of the thread that the message is in; null outside of threads. */
    parentId: string | null;
    mentioned: readonly string[];
  }): void {
    // One packet, because a group may have many members.
    this.live.publish('mention', mentioned.map(ROOMS.user), {
      serverId,
      channelId: row.channel_id,
      ...(parentId !== null && { parentId }),
      seq: row.seq,
      ...(row.user_id !== null && { userId: row.user_id }),
    });
  }
}
