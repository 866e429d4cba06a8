import { Injectable } from '@nestjs/common';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { deleteMessageRows } from './message-rows.js';

const EVERY_MS = 30_000;
/** Messages of a transaction. */
const BATCH = 500;

/** Deletes the channels that a deletion left because they have many messages, in batches. Continues where another run ended. */
@Injectable()
export class PurgeDetachedChannels implements MaintenanceJob {
  readonly name = 'purge-detached-channels';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  /** @returns how many messages it deleted */
  async run(): Promise<number> {
    let count = 0;
    for (;;) {
      // Threads first: the deletion of a channel deletes them, however many messages they have.
      const [channel]: { id: string }[] = await this.dataSource.query(
        `SELECT id FROM channels WHERE detached_at IS NOT NULL ORDER BY parent_id IS NULL, id LIMIT 1`,
      );
      if (!channel) return count;
      count += await this.deleteMessages(channel.id);
      await this.dataSource.query('DELETE FROM channels WHERE id = $1', [channel.id]);
    }
  }

  private async deleteMessages(channelId: string): Promise<number> {
    let count = 0;
    for (let after = 0, found = BATCH; found === BATCH; count += found) {
      const messages: { id: string; seq: number }[] = await this.dataSource.query(
        'SELECT id, seq FROM messages WHERE channel_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
        [channelId, after, BATCH],
      );
      found = messages.length;
      const last = messages.at(-1)?.seq ?? after;
      await this.dataSource.transaction(async (manager) => {
        await manager.query('DELETE FROM attachments WHERE message_id = ANY ($1)', [
          messages.map(({ id }) => id),
        ]);
        await deleteMessageRows(manager, channelId, after + 1, last);
      });
      after = last;
    }
    return count;
  }
}
