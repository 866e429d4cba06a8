import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { lockChannelOfMessage, MESSAGE_REVISED_TOPIC, pagesById, SOFT_DELETE } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';

/** Messages expire within a minute of their time. */
const EVERY_MS = 30_000;
/** Messages of a conversation that are read at a time. */
const DUE_PER_PAGE = 500;
const CHANNELS_PER_PAGE = 500;
/** Messages of a transaction, which keeps new ones of their channel waiting. Fewer than a backend emits without a reset. */
const BATCH = 100;
/** Bounds what one run deletes of a channel, so that a shortened retention does not keep others waiting. */
const BATCHES_PER_RUN = 10;

interface DeletedMessages {
  channelId: string;
  rev: number;
  /** The members who list the conversation. */
  audience: string[];
}

/** Reads and passes the messages that are due, under the lock of their channel. */
type Take = (manager: EntityManager) => Promise<{ id: string; isDeleted: boolean }[]>;

/** Channels of servers, and their threads, whose oldest message that has not expired is due. */
const DUE_CHANNELS = `WITH kept AS (
    SELECT id FROM channels WHERE message_days > 0
     UNION
    SELECT id FROM channels WHERE fade_minute IS NOT NULL
     UNION
    SELECT channel.id FROM servers place
      JOIN channels channel ON channel.server_id = place.id AND channel.message_days IS NULL
     WHERE place.message_days > 0
  ), place AS (
    SELECT id FROM kept UNION ALL SELECT thread.id FROM kept JOIN channels thread ON thread.parent_id = kept.id
  )
  SELECT channel.id, next.id AS "messageId"
    FROM place JOIN channels channel ON channel.id = place.id
    JOIN messages next ON next.channel_id = channel.id AND next.seq = channel.expired_seq + 1
   CROSS JOIN LATERAL expiry_of_message(channel.id, next.id, next.created_at) expiry
   WHERE channel.id > $1 AND expiry.at <= now()
   ORDER BY channel.id LIMIT $2`;

/** The next messages of channel $1, up to the first that is not due. They are passed, also those that were deleted before. */
const TAKE_DUE = `WITH next AS MATERIALIZED (
    SELECT message.id, message.seq, message.deleted_at IS NOT NULL AS is_deleted,
           expiry.at <= now() AS is_due
      FROM channels channel
     CROSS JOIN LATERAL (
       SELECT * FROM messages WHERE channel_id = channel.id AND seq > channel.expired_seq ORDER BY seq LIMIT $2
     ) message
     CROSS JOIN LATERAL expiry_of_message(channel.id, message.id, message.created_at) expiry
     WHERE channel.id = $1
  ), due AS (
    SELECT * FROM next WHERE seq < coalesce((SELECT min(seq) FROM next WHERE NOT is_due), 2147483647)
  ), passed AS (
    UPDATE channels SET expired_seq = (SELECT max(seq) FROM due) WHERE id = $1 AND EXISTS (SELECT FROM due)
  )
  SELECT id, is_deleted AS "isDeleted" FROM due ORDER BY seq`;

/** Those of the messages $1 of a conversation that another worker has not taken. */
const TAKE_DISAPPEARING = `WITH taken AS (
    DELETE FROM disappearing_messages WHERE message_id = ANY ($1::uuid[]) RETURNING message_id
  ), due AS MATERIALIZED (
    SELECT message.id, message.channel_id, message.seq, message.deleted_at IS NOT NULL AS is_deleted
      FROM taken JOIN messages message ON message.id = taken.message_id
  ), passed AS (
    UPDATE channels channel SET expired_seq = greatest(channel.expired_seq, (SELECT max(seq) FROM due))
     WHERE channel.id IN (SELECT channel_id FROM due)
  )
  SELECT id, is_deleted AS "isDeleted" FROM due ORDER BY seq`;

/**
 * Deletes messages whose time is over, as if their authors did: those that disappear from conversations, and those of channels
 * that keep messages for a number of days or until a minute of each day.
 */
@Injectable()
export class DeleteDisappearingMessages implements MaintenanceJob {
  /** That of before channels had a retention: the schedule in Redis outlasts a release. */
  readonly name = 'delete-disappearing-messages';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  async run(): Promise<number> {
    return (await this.deleteDisappearing()) + (await this.deleteInChannels());
  }

  private async deleteDisappearing(): Promise<number> {
    let count = 0;
    for (;;) {
      const due: { ids: string[] }[] = await this.dataSource.query(
        `SELECT array_agg(message.id ORDER BY message.seq) AS ids
           FROM (SELECT message_id FROM disappearing_messages WHERE disappears_at <= now()
                  ORDER BY disappears_at, message_id LIMIT $1) due
           JOIN messages message ON message.id = due.message_id
          GROUP BY message.channel_id`,
        [DUE_PER_PAGE],
      );
      let found = 0;
      for (const { ids } of due) {
        for (let from = 0; from < ids.length; from += BATCH) {
          const batch = ids.slice(from, from + BATCH);
          await this.deleteBatch(batch[0]!, async (manager) => manager.query(TAKE_DISAPPEARING, [batch]));
        }
        found += ids.length;
      }
      count += found;
      if (found < DUE_PER_PAGE) return count;
    }
  }

  private async deleteInChannels(): Promise<number> {
    let count = 0;
    const listAfter = async (after: string): Promise<{ id: string; messageId: string }[]> =>
      this.dataSource.query(DUE_CHANNELS, [after, CHANNELS_PER_PAGE]);
    for await (const channels of pagesById(CHANNELS_PER_PAGE, listAfter)) {
      for (const { id, messageId } of channels) {
        for (let batches = 0, taken = BATCH; taken === BATCH && batches < BATCHES_PER_RUN; batches += 1) {
          taken = await this.deleteBatch(messageId, async (manager) => manager.query(TAKE_DUE, [id, BATCH]));
          count += taken;
        }
      }
    }
    return count;
  }

  /** Deletes messages of one channel. @param messageId any of its messages @returns how many were taken */
  private async deleteBatch(messageId: string, take: Take): Promise<number> {
    const { taken, deleted } = await this.dataSource.transaction(async (manager) => {
      await lockChannelOfMessage(manager, messageId);
      const messages = await take(manager);
      const ids = messages.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
      return { taken: messages.length, deleted: ids.length > 0 && (await softDelete(manager, ids)) };
    });
    if (deleted) {
      const { channelId, rev, audience } = deleted;
      this.live.publishHint(MESSAGE_REVISED_TOPIC, { channelId, rev });
      this.live.publish('conversation:changed', audience.map(ROOMS.user), { id: channelId, last: null });
    }
    return taken;
  }
}

async function softDelete(
  manager: EntityManager,
  ids: readonly string[],
): Promise<DeletedMessages | undefined> {
  const rows: DeletedMessages[] = await manager.query(
    `WITH ${SOFT_DELETE}
     SELECT changed.channel_id AS "channelId", changed.rev, ARRAY(
              SELECT own.user_id FROM conversation_members own
               WHERE own.channel_id = changed.channel_id AND own.state IN ('joined', 'requested')
            ) AS audience FROM changed ORDER BY changed.rev DESC LIMIT 1`,
    [ids],
  );
  return rows[0];
}
