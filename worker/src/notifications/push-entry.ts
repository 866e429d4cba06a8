import { Injectable } from '@nestjs/common';
import { type NotificationKind, notificationPath, PRODUCT_NAME, type PushPayload } from '@oniverse/contracts';
import { acknowledgeOutbox, NOTIFICATION_VISIBLE, OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { IS_PUSHED } from './notifications.repository.js';
import { PushSender, type Subscription } from './push-sender.js';
import { isQuiet } from './quiet-hours.js';

interface EntryRow {
  recipient_id: string;
  kind: NotificationKind;
  username: string;
  display_name: string | null;
  post_id: string | null;
  post_title: string | null;
  post_author: string | null;
  channel_id: string | null;
  channel_name: string | null;
  seq: number | null;
  server_id: string | null;
  server_name: string | null;
  server_is_public: boolean | null;
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
  private async findEntry(id: string): Promise<EntryRow | undefined> {
    const rows: EntryRow[] = await this.dataSource.query(
      `SELECT entry.recipient_id, entry.kind, actor.username, actor.display_name,
              post.id AS post_id, post.title AS post_title, author.username AS post_author,
              channel.id AS channel_id, channel.name AS channel_name, entry.seq,
              server.id AS server_id, server.name AS server_name, server.is_public AS server_is_public,
              own.quiet_from, own.quiet_until, own.time_zone, own.is_content_pushed
         FROM notifications entry JOIN users actor ON actor.id = entry.actor_id
         LEFT JOIN posts post ON post.id = entry.post_id LEFT JOIN users author ON author.id = post.user_id
         LEFT JOIN channels channel ON channel.id = entry.channel_id
         LEFT JOIN servers server ON server.id = entry.server_id
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

function contentOf(row: EntryRow): PushPayload {
  const { post_id: postId, post_author: author, channel_id: channelId, seq, server_id: serverId } = row;
  return {
    title: titleOf(row),
    body: row.post_title ?? placeOf(row),
    path: notificationPath({
      kind: row.kind,
      member: row.username,
      post: postId !== null && author !== null ? { id: postId, author } : null,
      message: channelId !== null && seq !== null ? { channelId, seq } : null,
      server: serverId === null ? null : { id: serverId, isPublic: row.server_is_public === true },
    }),
  };
}

const placeOf = ({ server_name: server, channel_name: channel }: EntryRow): string =>
  [server, channel].filter((name) => name !== null).join(' # ');

function titleOf({ kind, display_name: displayName, username }: EntryRow): string {
  const name = displayName ?? username;
  switch (kind) {
    case 'mention':
      return `${name} mentioned you`;
    case 'reply':
      return `${name} replied to you`;
    case 'ripple':
      return `${name} sent a ripple`;
    case 'link':
      return `A new line: you and ${name}`;
    case 'invite':
      return `${name} joined with your invite`;
    default:
      return kind satisfies never;
  }
}
