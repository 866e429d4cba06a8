import { Injectable } from '@nestjs/common';
import { pagesById } from '@oniverse/data';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';

const EVERY_MS = 24 * 60 * 60_000;
const CHANNELS_PER_PAGE = 500;

/** The highest `rev` is of the newest or of a changed message, so each lookup reads the end of an index. */
const REACHED = `SELECT
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.channel_id = c.id), 0) AS seq,
    greatest(
      (SELECT m.rev FROM messages m WHERE m.channel_id = c.id ORDER BY m.seq DESC LIMIT 1),
      (SELECT max(m.rev) FROM messages m
        WHERE m.channel_id = c.id AND (m.edited_at IS NOT NULL OR m.deleted_at IS NOT NULL OR m.reacted_at IS NOT NULL)),
      0
    ) AS rev`;

const IS_BEHIND = '(c.last_seq < reached.seq OR c.last_rev < reached.rev)';

/** Raises heads behind their messages, which reject every new message. Never lowers one that clients know. */
@Injectable()
export class RepairChannelHeads implements MaintenanceJob {
  readonly name = 'repair-channel-heads';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    let repaired = 0;
    for await (const channels of pagesById(CHANNELS_PER_PAGE, (after) => this.listAfter(after))) {
      for (const { id, is_behind } of channels) {
        if (is_behind) repaired += await this.dataSource.transaction((manager) => repairHead(manager, id));
      }
    }
    return repaired;
  }

  private async listAfter(after: string): Promise<{ id: string; is_behind: boolean }[]> {
    return this.dataSource.query(
      `SELECT c.id, ${IS_BEHIND} AS is_behind
         FROM (SELECT id, last_seq, last_rev FROM channels WHERE id > $1 ORDER BY id LIMIT $2) AS c
        CROSS JOIN LATERAL (${REACHED}) AS reached
        ORDER BY c.id`,
      [after, CHANNELS_PER_PAGE],
    );
  }
}

/** Reads the messages after locking the channel's row. Locks one row at a time, like every writer of channels. */
async function repairHead(manager: EntityManager, id: string): Promise<number> {
  await manager.query('SELECT FROM channels WHERE id = $1 FOR NO KEY UPDATE', [id]);
  const [, updated]: [unknown, number] = await manager.query(
    `UPDATE channels SET last_seq = greatest(channels.last_seq, behind.seq), last_rev = greatest(channels.last_rev, behind.rev)
       FROM (
         SELECT c.id, reached.* FROM channels c CROSS JOIN LATERAL (${REACHED}) AS reached
          WHERE c.id = $1 AND ${IS_BEHIND}
       ) AS behind
      WHERE channels.id = behind.id`,
    [id],
  );
  return updated;
}
