import { Injectable } from '@nestjs/common';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';

const EVERY_MS = 24 * 60 * 60_000;
const CHANNELS_AT_ONCE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * How far the messages of a channel `c` really go. The highest `rev` is that of the newest message or of one that was
 * changed: each of the three is the end of an index.
 */
const REACHED = `SELECT
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.channel_id = c.id), 0) AS seq,
    greatest(
      (SELECT m.rev FROM messages m WHERE m.channel_id = c.id ORDER BY m.seq DESC LIMIT 1),
      (SELECT max(m.rev) FROM messages m
        WHERE m.channel_id = c.id AND (m.edited_at IS NOT NULL OR m.deleted_at IS NOT NULL)),
      0
    ) AS rev`;

const IS_BEHIND = '(c.last_seq < reached.seq OR c.last_rev < reached.rev)';

/**
 * Raises the heads of channels that are behind their messages, in which nothing could be said any more. They are never
 * lowered: members hold numbers that were given out.
 */
@Injectable()
export class MendHeads implements UpkeepJob {
  readonly name = 'channels:heads';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    let mended = 0;
    let after = BEFORE_ALL;
    for (;;) {
      const channels: { id: string; is_behind: boolean }[] = await this.dataSource.query(
        `SELECT c.id, ${IS_BEHIND} AS is_behind
           FROM (SELECT id, last_seq, last_rev FROM channels WHERE id > $1 ORDER BY id LIMIT $2) AS c
          CROSS JOIN LATERAL (${REACHED}) AS reached
          ORDER BY c.id`,
        [after, CHANNELS_AT_ONCE],
      );
      for (const { id, is_behind } of channels) {
        if (is_behind) mended += await this.dataSource.transaction((manager) => mend(manager, id));
      }
      const last = channels.at(-1);
      if (last === undefined || channels.length < CHANNELS_AT_ONCE) return mended;
      after = last.id;
    }
  }
}

/** One channel at a time, as all do who hold a channel's row; its messages are looked at after it is held. */
async function mend(manager: EntityManager, id: string): Promise<number> {
  await manager.query('SELECT FROM channels WHERE id = $1 FOR NO KEY UPDATE', [id]);
  const [, mended]: [unknown, number] = await manager.query(
    `UPDATE channels SET last_seq = greatest(channels.last_seq, behind.seq), last_rev = greatest(channels.last_rev, behind.rev)
       FROM (
         SELECT c.id, reached.* FROM channels c CROSS JOIN LATERAL (${REACHED}) AS reached
          WHERE c.id = $1 AND ${IS_BEHIND}
       ) AS behind
      WHERE channels.id = behind.id`,
    [id],
  );
  return mended;
}
