import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { lockChannelOfMessage, MESSAGE_REVISED_TOPIC, SOFT_DELETE } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

/** Messages disappear within a minute of their time. */
const EVERY_MS = 30_000;
const BATCH = 500;

interface DeletedMessage {
  channelId: string;
  rev: number;
  /** The members who list the conversation. */
  audience: string[];
}

/** Deletes messages of conversations whose time is over, as if their authors did. */
@Injectable()
export class DeleteDisappearingMessages implements MaintenanceJob {
  readonly name = 'delete-disappearing-messages';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  async run(): Promise<number> {
    let count = 0;
    for (;;) {
      const due: { id: string }[] = await this.dataSource.query(
        `SELECT message_id AS id FROM disappearing_messages WHERE disappears_at <= now()
          ORDER BY disappears_at, message_id LIMIT $1`,
        [BATCH],
      );
      for (const { id } of due) await this.deleteMessage(id);
      count += due.length;
      if (due.length < BATCH) return count;
    }
  }

  private async deleteMessage(id: string): Promise<void> {
    const deleted = await this.dataSource.transaction(async (manager) => {
      await lockChannelOfMessage(manager, id);
      const [, count]: [unknown, number] = await manager.query(
        'DELETE FROM disappearing_messages WHERE message_id = $1',
        [id],
      );
      // Another worker was first.
      if (count === 0) return undefined;
      const kept: unknown[] = await manager.query(
        'SELECT FROM messages WHERE id = $1 AND deleted_at IS NULL',
        [id],
      );
      if (kept.length === 0) return undefined;
      const rows: DeletedMessage[] = await manager.query(
        `WITH ${SOFT_DELETE}
         SELECT changed.channel_id AS "channelId", changed.rev, ARRAY(
                  SELECT own.user_id FROM conversation_members own
                   WHERE own.channel_id = changed.channel_id AND own.state IN ('joined', 'requested')
                ) AS audience FROM changed`,
        [id],
      );
      return rows[0];
    });
    if (!deleted) return;
    const { channelId, rev, audience } = deleted;
    this.live.publishHint(MESSAGE_REVISED_TOPIC, { channelId, rev });
    this.live.publish('conversation:changed', audience.map(ROOMS.user), { id: channelId, last: null });
  }
}
