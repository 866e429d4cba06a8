import { Injectable } from '@nestjs/common';
import { BEHIND_IN_INDEX, indexMessages, LEAST_ID } from '@oniverse/data';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { runExclusively } from '../../shared/index.js';

const EVERY_MS = 3_000;
/** So many messages are added in one transaction. */
const BATCH = 500;
/** So many of the newest messages name the channels to look into. */
const NEWEST = 20_000;
/** A message may be stored some time after it got its id. */
const OVERLAP = '30 seconds';
const CHANNELS_PER_PAGE = 1_000;
const PASS_EVERY_MS = 3_600_000;
/** How long one run looks at new messages, and how long at all channels, so that neither waits for the other. */
const SLICE_MS = 2_000;

/**
 * Adds messages to the index that searches read, a few seconds after they were sent. A channel is indexed in order of `seq`,
 * which has no gaps, so its position is exact. Channels of new messages are found by the ids of messages, at no cost for
 * senders. A pass over all channels at the start of each worker and every hour finds what that missed, and the messages of
 * before this index.
 */
@Injectable()
export class IndexMessages implements MaintenanceJob {
  readonly name = 'index-messages';
  readonly everyMs = EVERY_MS;

  /** Messages with a lower id were looked at. Undefined before the first run. */
  private indexedTo: string | undefined;
  /** The last channel that the present pass looked at; undefined between passes. */
  private passedTo: string | undefined = LEAST_ID;
  private passStartedAt = Date.now();

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    return runExclusively(this.dataSource, this.name, async () => {
      const added = await this.indexNewMessages();
      return added + (await this.continuePass());
    });
  }

  private async indexNewMessages(): Promise<number> {
    const [{ id: next }]: [{ id: string }] = await this.dataSource.query(
      'SELECT uuidv7(-$1::interval) AS id',
      [OVERLAP],
    );
    let added = 0;
    const until = Date.now() + SLICE_MS;
    if (this.indexedTo !== undefined) {
      // LIMIT keeps the planner from reading the whole table, which it does for an id that its statistics do not know.
      const [found]: [{ ids: string[]; is_all: boolean }] = await this.dataSource.query(
        `WITH newest AS MATERIALIZED (SELECT channel_id FROM messages WHERE id > $1 ORDER BY id DESC LIMIT $2)
         SELECT (SELECT count(*) FROM newest) < $2 AS is_all,
                ARRAY(SELECT channel.id FROM channels channel ${BEHIND_IN_INDEX}
                         AND channel.id IN (SELECT channel_id FROM newest)) AS ids`,
        [this.indexedTo, NEWEST],
      );
      if (!found.is_all) this.startPass();
      added = await this.indexChannels(found.ids, until);
    }
    if (Date.now() < until) this.indexedTo = next;
    return added;
  }

  private startPass(): void {
    this.passedTo ??= LEAST_ID;
    this.passStartedAt = Date.now();
  }

  private async continuePass(): Promise<number> {
    if (Date.now() - this.passStartedAt >= PASS_EVERY_MS) this.startPass();
    const until = Date.now() + SLICE_MS;
    let added = 0;
    while (this.passedTo !== undefined && Date.now() < until) {
      const rows: { id: string; is_behind: boolean }[] = await this.dataSource.query(
        `SELECT channel.id, channel.last_seq > coalesce(done.seq, 0) AS is_behind
           FROM (SELECT id, last_seq FROM channels WHERE id > $1 ORDER BY id LIMIT $2) channel
           LEFT JOIN indexed_channels done ON done.channel_id = channel.id ORDER BY channel.id`,
        [this.passedTo, CHANNELS_PER_PAGE],
      );
      const behind = rows.filter(({ is_behind }) => is_behind).map(({ id }) => id);
      added += await this.indexChannels(behind, until);
      if (Date.now() < until) this.passedTo = rows.length < CHANNELS_PER_PAGE ? undefined : rows.at(-1)?.id;
    }
    return added;
  }

  /** Indexes channels by batches, at most until a time. @returns the number of messages added */
  private async indexChannels(ids: readonly string[], until: number): Promise<number> {
    let added = 0;
    for (;;) {
      const count = ids.length === 0 ? 0 : await indexMessages(this.dataSource, ids, BATCH);
      added += count;
      if (count < BATCH || Date.now() >= until) return added;
    }
  }
}
