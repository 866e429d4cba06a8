import { Injectable } from '@nestjs/common';
import { PRODUCT_NAME, type PushPayload } from '@oniverse/contracts';
import { acknowledgeOutbox, NOTIFICATION_VISIBLE, OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import {
  ENTRY_COLUMNS,
  ENTRY_TABLES,
  entryPath,
  entryPlace,
  type EntryRow,
  entryTitle,
} from './entry-texts.js';
import { IS_PUSHED } from './notifications.repository.js';
import { PushSender, type Subscription } from './push-sender.js';
import { isQuiet } from './quiet-hours.js';

interface PushRow extends EntryRow {
  recipient_id: string;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string | null;
  is_content_pushed: boolean | null;
}

/**
 * Pushes an entry to the recipient's browsers. A push may be sent twice if the worker is killed; browsers show the same
 * one once. A push that the service does not accept is not repeated: the log has the entry.
 */
@Injectable()
export class PushEntry implements JobHandler {
  readonly name = OUTBOX_TOPICS.pushEntry;
  /** Push services can be slow. */
  readonly isBulk = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: PushSender,
  ) {}

  async run(id: string): Promise<void> {
    const isPending = await this.dataSource
      .getRepository(OutboxRow)
      .existsBy({ topic: this.name, subject: id });
    if (!isPending) return;
    const entry = await this.findEntry(id);
    const quiet = entry && {
      from: entry.quiet_from,
      until: entry.quiet_until,
      timeZone: entry.time_zone ?? 'UTC',
    };
    if (entry && quiet && !isQuiet(quiet, new Date())) {
      const payload = entry.is_content_pushed ? contentOf(entry) : WITHOUT_CONTENT;
      const subscriptions = await this.listSubscriptions(entry.recipient_id);
      await Promise.all(subscriptions.map((subscription) => this.send(subscription, payload)));
    }
    await acknowledgeOutbox(this.dataSource.manager, this.name, id);
  }

  private async send(subscription: Subscription, payload: PushPayload): Promise<void> {
    const outcome = await this.sender.send(subscription, payload);
    if (outcome === 'accepted') {
      await this.dataSource.query(
        'UPDATE push_subscriptions SET last_success_at = now() WHERE endpoint = $1',
        [subscription.endpoint],
      );
    }
    if (outcome === 'gone') {
      await this.dataSource.query('DELETE FROM push_subscriptions WHERE endpoint = $1', [
        subscription.endpoint,
      ]);
    }
  }

  /** Returns an unread entry that the recipient may see and wants pushed. */
  private async findEntry(id: string): Promise<PushRow | undefined> {
    const rows: PushRow[] = await this.dataSource.query(
      `SELECT entry.recipient_id, ${ENTRY_COLUMNS},
              own.quiet_from, own.quiet_until, own.time_zone, own.is_content_pushed
         FROM ${ENTRY_TABLES}
         LEFT JOIN notification_settings own ON own.user_id = entry.recipient_id
        WHERE entry.id = $1 AND entry.read_at IS NULL AND ${IS_PUSHED} AND ${NOTIFICATION_VISIBLE}`,
      [id],
    );
    return rows[0];
  }

  /** A subscription ends with its session, also while the session's row is not deleted yet. */
  private async listSubscriptions(userId: string): Promise<Subscription[]> {
    return this.dataSource.query(
      `SELECT subscription.endpoint, subscription.p256dh, subscription.auth FROM push_subscriptions subscription
         JOIN sessions session ON session.id = subscription.session_id AND session.expires_at > now()
        WHERE subscription.user_id = $1`,
      [userId],
    );
  }
}

const WITHOUT_CONTENT: PushPayload = {
  title: PRODUCT_NAME,
  body: 'Something new in your night log.',
  path: '/notifications',
};

const contentOf = (entry: EntryRow): PushPayload => ({
  title: entryTitle(entry),
  body: entryPlace(entry),
  path: entryPath(entry),
});
