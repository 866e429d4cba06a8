import { Injectable } from '@nestjs/common';
import { nextFullMoon, ROOMS } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';

const EVERY_MS = 30_000;

interface Opening {
  channelId: string;
  moonAt: Date;
}

/**
 * Draws one waiting message of channel $1: first an author who may write there, so that more messages do not mean more chances.
 * Only messages left before the full moon $2 take part.
 */
const DRAW = `SELECT drawn.id
    FROM (SELECT own.id, row_number() OVER (PARTITION BY own.user_id ORDER BY random()) AS place
            FROM scheduled_messages own
           WHERE own.channel_id = $1 AND own.is_left AND own.due_at IS NULL AND own.failure IS NULL AND own.created_at < $2
             AND EXISTS (SELECT FROM channel_writer(own.channel_id, own.user_id))) drawn
   WHERE drawn.place = 1
   ORDER BY random() LIMIT 1`;

/** Makes message $1 due, unless its author deleted it or gave it a time in the meantime. */
const OPEN = `UPDATE scheduled_messages SET due_at = now(), send_at = $2
   WHERE id = $1 AND is_left AND due_at IS NULL AND failure IS NULL
  RETURNING user_id AS "userId"`;

/**
 * Opens one of the messages that members left in a channel at each full moon. The same transaction moves the channel to the next
 * full moon, so each full moon opens one, also if workers are killed or run in parallel. A backend sends it as its author would.
 */
@Injectable()
export class OpenLeftMessages implements MaintenanceJob {
  readonly name = 'open-left-messages';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  /** @returns how many messages it opened */
  async run(): Promise<number> {
    let count = 0;
    for (;;) {
      const authors = await this.dataSource.transaction(async (manager) => this.openNext(manager));
      if (!authors) return count;
      count += authors.length;
      this.live.publish('scheduled-messages:changed', authors.map(ROOMS.user), {});
    }
  }

  /** Passes one full moon of one channel. @returns whose message it opened; undefined if none has come */
  private async openNext(manager: EntityManager): Promise<string[] | undefined> {
    const due: Opening[] = await manager.query(
      `SELECT id AS "channelId", moon_at AS "moonAt" FROM channels WHERE moon_at <= now()
        ORDER BY moon_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    );
    const [opening] = due;
    if (!opening) return undefined;
    const { channelId, moonAt } = opening;
    await manager.query('UPDATE channels SET moon_at = $2 WHERE id = $1', [
      channelId,
      new Date(nextFullMoon(moonAt.getTime())),
    ]);
    for (;;) {
      const drawn: { id: string }[] = await manager.query(DRAW, [channelId, moonAt]);
      const [message] = drawn;
      if (!message) return [];
      const [opened]: [{ userId: string }[], number] = await manager.query(OPEN, [message.id, moonAt]);
      if (opened.length > 0) return opened.map(({ userId }) => userId);
    }
  }
}
