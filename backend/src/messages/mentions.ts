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
    mentioned,
  }: {
    row: MessageRow;
    serverId: string;
    mentioned: readonly string[];
  }): void {
    for (const userId of mentioned) {
      this.live.publish('mention', ROOMS.user(userId), { serverId, channelId: row.channel_id, seq: row.seq });
    }
  }
}
