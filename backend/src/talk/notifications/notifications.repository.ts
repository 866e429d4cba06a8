import { Injectable } from '@nestjs/common';
import {
  NOTIFICATION_DAYS,
  NOTIFICATION_GROUP,
  NOTIFICATION_KINDS,
  NOTIFICATION_NAMES,
  NOTIFICATION_RULES,
  NOTIFICATIONS_SEARCHED,
  type NotificationFilter,
  type NotificationKind,
  type ReportKind,
  type ReportResult,
} from '@oniverse/contracts';
import {
  isKept,
  nameOfChannel,
  NOTIFICATION_VISIBLE,
  READ_IN_CHANNEL,
  resultOf,
  serverOfChannel,
  hasUnread,
} from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

export interface NotificationMemberRow {
  userId: string;
  username: string;
  displayName: string | null;
  profileImageUrl: string | null;
}

export interface NotificationRow {
  id: string;
  kind: NotificationKind;
  created_at: Date;
  happened_at: Date | null;
  remind_at: Date | null;
  is_unread: boolean;
  /** Null for a closed report. */
  members: NotificationMemberRow[] | null;
  member_count: number;
  post_id: string | null;
  post_title: string | null;
  post_author: string | null;
  channel_id: string | null;
  channel_name: string | null;
  /** The channel of the thread that the message is in. */
  parent_id: string | null;
  seq: number | null;
  reply_id: string | null;
  /** Empty if it was deleted. */
  excerpt: string | null;
  server_id: string | null;
  server_name: string | null;
  server_is_public: boolean | null;
  shared_tags: string[] | null;
  case_kind: ReportKind | null;
  case_title: string | null;
  report_result: ReportResult | null;
}

export interface NotificationsPage {
  limit: number;
  cursor?: string;
  filter?: NotificationFilter;
  kind?: NotificationKind;
}

const IS_RECENT = `head.created_at > now() - interval '${NOTIFICATION_DAYS} days'`;
const NEWEST_FIRST = { after: 'head.id < $2', order: 'head.id DESC' } as const;

/** Which rows a list has, in which order. A reminder outlasts the days of the log. */
const PLACES = {
  log: { ...NEWEST_FIRST, where: `head.put_away_at IS NULL AND ${IS_RECENT}` },
  done: {
    ...NEWEST_FIRST,
    where: `head.put_away_at IS NOT NULL AND head.remind_at IS NULL AND ${IS_RECENT}`,
  },
  reminders: {
    where: 'head.remind_at IS NOT NULL',
    after: '(head.remind_at, head.id) > ((SELECT remind_at FROM notifications WHERE id = $2), $2)',
    order: 'head.remind_at, head.id',
  },
} as const;

/** Returns the kinds that a list has; undefined for all. */
function kindsOf({
  filter,
  kind,
}: Pick<NotificationsPage, 'filter' | 'kind'>): NotificationKind[] | undefined {
  const kinds = NOTIFICATION_KINDS.filter(
    (each) =>
      (kind === undefined || each === kind) &&
      (filter === undefined || filter in PLACES || NOTIFICATION_RULES[each].filter === filter),
  );
  return kinds.length < NOTIFICATION_KINDS.length ? kinds : undefined;
}

/** SQL expression: the cause of the reminder of a row `message`, once for each recipient. */
const REMINDER_CAUSE = `'reminder:' || message.channel_id || ':' || message.seq`;

const EXCERPT = 240;
/** What stands for a text that is empty although it was not deleted. */
const NAMES_OF_FILES = `(
  SELECT string_agg(attached.name, ', ' ORDER BY attached.place) FROM attachments attached
   WHERE attached.message_id = message.id OR attached.reply_id = reply.id)`;

@Injectable()
export class NotificationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns a page of rows by their heads, plus one if there are more. A row shows the newest entry that the member may
   * see; one without such an entry is left out.
   */
  async listPage(userId: string, { limit, cursor, ...given }: NotificationsPage): Promise<NotificationRow[]> {
    const { filter } = given;
    const { where, after, order } = PLACES[filter === 'done' || filter === 'reminders' ? filter : 'log'];
    const kinds = kindsOf(given);
    return this.dataSource.query(
      `SELECT head.id, head.kind, latest.created_at, latest.happened_at, head.remind_at, row.is_unread, row.members, row.member_count,
              post.id AS post_id, post.title AS post_title, author.username AS post_author,
              channel.id AS channel_id, ${nameOfChannel('channel', 'parent')} AS channel_name, channel.parent_id,
              coalesce(latest.seq, latest.message_seq) AS seq,
              reply.id AS reply_id, left(coalesce(nullif(message.content, ''), nullif(reply.content, ''), ${NAMES_OF_FILES}), ${EXCERPT}) AS excerpt,
              server.id AS server_id, server.name AS server_name, server.is_public AS server_is_public,
              link.shared_tags, reported.kind AS case_kind, reported.snapshot->>'title' AS case_title,
              ${resultOf('reported')} AS report_result
         FROM (SELECT * FROM notifications head
                WHERE head.recipient_id = $1 AND head.is_head AND ${where} AND ($2::uuid IS NULL OR ${after})
                  ${kinds ? 'AND head.kind = ANY($4::text[])' : ''}
                ORDER BY ${order} LIMIT ${NOTIFICATIONS_SEARCHED}) AS head
        CROSS JOIN LATERAL (
          SELECT (array_agg(entry.id ORDER BY entry.id DESC))[1] AS latest_id,
                 bool_or(entry.read_at IS NULL) AS is_unread,
                 count(DISTINCT entry.actor_id)::integer AS member_count, array_agg(DISTINCT entry.actor_id) AS actors,
                 (SELECT jsonb_agg(jsonb_build_object('userId', member.id, 'username', member.username,
                                     'displayName', member.display_name, 'profileImageUrl', member.profile_image_url)
                                   ORDER BY named.latest DESC)
                    FROM (SELECT actor_id, max(place) AS latest
                            FROM unnest(array_agg(entry.actor_id ORDER BY entry.id)) WITH ORDINALITY AS actor (actor_id, place)
                           GROUP BY actor_id ORDER BY latest DESC LIMIT ${NOTIFICATION_NAMES}) AS named
                    JOIN users member ON member.id = named.actor_id) AS members
            FROM (SELECT * FROM notifications entry
                   WHERE entry.recipient_id = $1 AND entry.group_key = head.group_key
                   ORDER BY entry.id DESC LIMIT ${NOTIFICATION_GROUP}) AS entry
           WHERE ${NOTIFICATION_VISIBLE}
          HAVING count(*) > 0
        ) AS row
         JOIN notifications latest ON latest.id = row.latest_id
         LEFT JOIN posts post ON post.id = latest.post_id LEFT JOIN users author ON author.id = post.user_id
         LEFT JOIN channels channel ON channel.id = latest.channel_id LEFT JOIN channels parent ON parent.id = channel.parent_id
         LEFT JOIN messages message ON message.channel_id = latest.channel_id
              AND message.seq = coalesce(latest.seq, latest.message_seq) AND ${isKept('message')}
         LEFT JOIN post_replies reply ON reply.id = latest.reply_id
         LEFT JOIN servers server ON server.id = latest.server_id
         LEFT JOIN cases reported ON reported.id = latest.case_id
         LEFT JOIN LATERAL (
           SELECT array_agg(common.tag ORDER BY common.tag) AS shared_tags
             FROM (SELECT tag FROM unnest(row.actors) AS actor (id)
                     JOIN connections link ON link.from_user_id = least(latest.recipient_id, actor.id)
                          AND link.to_user_id = greatest(latest.recipient_id, actor.id)
                    CROSS JOIN unnest(link.shared_tags) AS tag
                    GROUP BY tag HAVING count(*) = row.member_count) AS common
         ) AS link ON latest.kind = 'link'
        ORDER BY ${order} LIMIT $3`,
      [userId, cursor ?? null, limit + 1, ...(kinds ? [kinds] : [])],
    );
  }

  /** Returns which of the members have something unread that they may see. */
  async listUnread(userIds: readonly string[]): Promise<Set<string>> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM unnest($1::uuid[]) AS recipient (id) WHERE ${hasUnread('recipient.id')}`,
      [userIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Marks everything up to an entry as read, or everything. @returns whether something was unread */
  async markUpTo(manager: EntityManager, userId: string, id: string | null): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      `UPDATE notifications SET read_at = now()
        WHERE recipient_id = $1 AND read_at IS NULL AND ($2::uuid IS NULL OR id <= $2)`,
      [userId, id],
    );
    return count > 0;
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Marks the row of an entry as read. @returns whether something was unread */
  async markRow(userId: string, id: string): Promise<boolean> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `UPDATE notifications SET read_at = now()
        WHERE recipient_id = $1 AND read_at IS NULL
          AND group_key = (SELECT group_key FROM notifications WHERE id = $2 AND recipient_id = $1)`,
      [userId, id],
    );
    return count > 0;
  }

  /** Returns whether a member waits for a reminder of a message. */
  async hasReminderOf(manager: EntityManager, userId: string, messageId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM notifications entry JOIN messages message ON message.id = $2
        WHERE entry.recipient_id = $1 AND entry.cause = ${REMINDER_CAUSE} AND entry.remind_at IS NOT NULL`,
      [userId, messageId],
    );
    return rows.length > 0;
  }

  /** Stores a row about a message that comes back at a time, or changes its time. @returns whether the message exists */
  async remindOfMessage(
    manager: EntityManager,
    userId: string,
    messageId: string,
    remindAt: Date,
  ): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `INSERT INTO notifications (recipient_id, kind, cause, group_key, actor_id, channel_id, message_seq, server_id,
                                  created_at, read_at, put_away_at, remind_at)
       SELECT $1, 'reminder', ${REMINDER_CAUSE}, ${REMINDER_CAUSE}, nullif(message.user_id, $1), message.channel_id, message.seq,
              ${serverOfChannel('channel')}, message.created_at, now(), now(), $3::timestamptz
         FROM messages message JOIN channels channel ON channel.id = message.channel_id
        WHERE message.id = $2 AND message.deleted_at IS NULL FOR KEY SHARE OF channel
       ON CONFLICT (recipient_id, cause) DO UPDATE
          SET remind_at = excluded.remind_at, put_away_at = excluded.put_away_at,
              read_at = coalesce(notifications.read_at, excluded.read_at)
       RETURNING id`,
      [userId, messageId, remindAt],
    );
    return rows.length > 0;
  }

  /** Returns whether a row waits for a reminder. */
  async hasReminder(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'SELECT FROM notifications WHERE id = $2 AND recipient_id = $1 AND is_head AND remind_at IS NOT NULL',
      [userId, id],
    );
    return rows.length > 0;
  }

  /**
   * Puts the row of an entry away, without newer entries, and marks it as read.
   * @param remindAt when it comes back; null if it is done
   * @returns whether anything changed
   */
  async putAway(manager: EntityManager, userId: string, id: string, remindAt: Date | null): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      `UPDATE notifications SET put_away_at = coalesce(put_away_at, now()), read_at = coalesce(read_at, now()),
              remind_at = $3
        WHERE recipient_id = $1 AND id <= $2 AND (put_away_at IS NULL OR remind_at IS DISTINCT FROM $3)
          AND group_key = (SELECT group_key FROM notifications WHERE id = $2 AND recipient_id = $1)`,
      [userId, id, remindAt],
    );
    return count > 0;
  }

  /**
   * Brings back what was put away together with an entry, and ends the reminder. What was read with it is unread again,
   * unless the member has read it in its channel.
   * @returns whether anything changed
   */
  async reopen(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      `UPDATE notifications entry SET remind_at = NULL,
              put_away_at = CASE WHEN entry.put_away_at <> named.put_away_at THEN entry.put_away_at END,
              read_at = CASE WHEN entry.read_at <> named.put_away_at OR ${READ_IN_CHANNEL} THEN entry.read_at END
         FROM notifications named
        WHERE named.id = $2 AND named.recipient_id = $1 AND named.put_away_at IS NOT NULL
          AND entry.recipient_id = $1 AND entry.group_key = named.group_key AND entry.put_away_at IS NOT NULL`,
      [userId, id],
    );
    return count > 0;
  }
}
