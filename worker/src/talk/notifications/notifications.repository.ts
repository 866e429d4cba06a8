import { NOTIFICATION_DEFAULTS, type NotificationKind } from '@oniverse/contracts';
import {
  attentiveMembers,
  isKept,
  NOTIFICATION_VISIBLE,
  NOTIFICATION_WANTED,
  type NotificationCause,
  OUTBOX_TOPICS,
  READ_IN_CHANNEL,
  serverOfChannel,
  unblocked,
  unmuted,
  VISIBLE,
  hasUnread,
} from '@oniverse/data';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** An entry that may belong into a member's night log. */
export interface Candidate {
  recipientId: string;
  kind: NotificationKind;
  /** Absent for what staff decided about a report or an application, for an export, and for what the recipient wrote. */
  actorId?: string;
  cause: string;
  /** What the row of the log is about, if it gathers the entries of a day. */
  group?: string;
  postId?: string;
  replyId?: string;
  channelId?: string;
  /** The message with the mention. */
  seq?: number;
  /** The newest of several messages. */
  messageSeq?: number;
  serverId?: string;
  caseId?: string;
}

export interface ReplyRow {
  post_id: string;
  user_id: string;
  content: string;
  is_deleted: boolean;
  post_author_id: string;
  /** Null on the first level, and if the account was erased. */
  parent_author_id: string | null;
}

/** The least time between two entries about the messages of a channel, unless the first one was read. */
const MESSAGES_APART = '10 minutes';

/**
 * An SQL condition: whether the recipient of `entry` wants its kind pushed, by the settings `own`, left joined, and still
 * wants to hear of its channel.
 */
export const IS_PUSHED = `${NOTIFICATION_WANTED}
  AND entry.kind = ANY(coalesce(own.push_kinds, '{${NOTIFICATION_DEFAULTS.pushKinds.join(',')}}'))`;

const dayIn = (timeZone: string, now: Date): string => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  } catch {
    // Another release may know other time zones.
    return now.toISOString().slice(0, 10);
  }
};

/** The columns by which a job `refresh-logs` finds entries, by what its ids are. */
const REFRESHED = { recipient: 'recipient_id', post: 'post_id', member: 'actor_id' } as const;
export type Refreshed = keyof typeof REFRESHED;

export const isRefreshed = (kind: string): kind is Refreshed => Object.hasOwn(REFRESHED, kind);

/** All queries that write night logs. They run in the transaction of the caller. */
@Injectable()
export class NotificationsRepository {
  /**
   * Adds the entries whose recipients may see them and want to be notified, and enqueues their pushes.
   * @returns the recipients of new entries
   */
  async add(manager: EntityManager, candidates: readonly Candidate[]): Promise<string[]> {
    if (candidates.length === 0) return [];
    const timeZones = await this.lockRecipients(
      manager,
      candidates.map(({ recipientId }) => recipientId),
    );
    const now = new Date();
    const entries = candidates.flatMap((entry) => {
      const timeZone = timeZones.get(entry.recipientId);
      if (timeZone === undefined) return [];
      const { group, cause } = entry;
      return [{ ...entry, groupKey: group === undefined ? cause : `${group}:${dayIn(timeZone, now)}` }];
    });
    const added = await this.insert(manager, entries);
    await this.moveHeads(
      manager,
      added.map(({ id }) => id),
    );
    await this.enqueuePushes(
      manager,
      added.map(({ id }) => id),
    );
    return [...new Set(added.map(({ recipient_id: id }) => id))];
  }

  /** Deletes the unread entries of a cause that was taken back. @returns their recipients */
  async withdraw(manager: EntityManager, recipientIds: readonly string[], cause: string): Promise<string[]> {
    const timeZones = await this.lockRecipients(manager, recipientIds);
    const [rows]: [{ recipient_id: string }[], number] = await manager.query(
      `DELETE FROM notifications WHERE recipient_id = ANY($1::uuid[]) AND cause = $2 AND read_at IS NULL
       RETURNING recipient_id`,
      [[...timeZones.keys()], cause],
    );
    return rows.map(({ recipient_id: id }) => id);
  }

  /** Returns the recipients of entries whose reminder is due, one for each entry. */
  async listDue(manager: EntityManager, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      'SELECT recipient_id AS id FROM notifications WHERE remind_at <= now() ORDER BY remind_at LIMIT $1',
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Brings the rows of members back whose reminder is due: each is unread, and the newest of its log, by a new id. Enqueues
   * their pushes. A row that a later entry has brought back before stays where it is.
   * @returns the members whose logs changed
   */
  async bringBack(manager: EntityManager, recipientIds: readonly string[]): Promise<string[]> {
    if (recipientIds.length === 0) return [];
    const members = [...(await this.lockRecipients(manager, recipientIds)).keys()];
    const [rows]: [{ id: string; recipient_id: string; is_head: boolean }[], number] = await manager.query(
      `UPDATE notifications entry
          SET id = CASE WHEN entry.is_head THEN uuidv7() ELSE entry.id END,
              read_at = CASE WHEN entry.is_head THEN NULL ELSE entry.read_at END,
              happened_at = coalesce(entry.happened_at, entry.created_at), created_at = now(),
              put_away_at = NULL, remind_at = NULL
         FROM notifications due
        WHERE due.recipient_id = ANY($1::uuid[]) AND due.is_head AND due.remind_at <= now()
          AND entry.recipient_id = due.recipient_id AND entry.group_key = due.group_key
       RETURNING entry.id, entry.recipient_id, entry.is_head`,
      [members],
    );
    await manager.query(
      'UPDATE notifications SET remind_at = NULL WHERE recipient_id = ANY($1::uuid[]) AND remind_at <= now()',
      [members],
    );
    await this.enqueuePushes(
      manager,
      rows.flatMap(({ id, is_head: isHead }) => (isHead ? id : [])),
    );
    return [...new Set(rows.map(({ recipient_id: id }) => id))];
  }

  /** Returns the recipients of unread entries about some rows, and recipients that are named themselves. */
  async listRecipients(manager: EntityManager, kind: Refreshed, ids: readonly string[]): Promise<string[]> {
    if (kind === 'recipient') return [...ids];
    const rows: { id: string }[] = await manager.query(
      `SELECT DISTINCT recipient_id AS id FROM notifications
        WHERE ${REFRESHED[kind]} = ANY($1::uuid[]) AND read_at IS NULL`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the members that a message mentions. `is_answered`: the message answers one of theirs. */
  async listMentioned(
    manager: EntityManager,
    { channelId, seq }: Extract<NotificationCause, { kind: 'mention' }>,
  ): Promise<{ recipient_id: string; actor_id: string; server_id: string; is_answered: boolean }[]> {
    return manager.query(
      `SELECT mention.user_id AS recipient_id, message.user_id AS actor_id, ${serverOfChannel('channel')} AS server_id,
              EXISTS (SELECT FROM answered_message(message.channel_id, message.seq, message.reply_to_seq) answered
                       WHERE answered.user_id = mention.user_id) AS is_answered
         FROM mentions mention
         JOIN messages message ON message.channel_id = mention.channel_id AND message.seq = mention.seq
         JOIN channels channel ON channel.id = mention.channel_id
        WHERE mention.channel_id = $1 AND mention.seq = $2 AND message.user_id IS NOT NULL
          FOR KEY SHARE OF mention`,
      [channelId, seq],
    );
  }

  /** Returns the players whose turn it is after an event of a game; none if another event followed. */
  async listToMove(
    manager: EntityManager,
    { channelId, seq }: Extract<NotificationCause, { kind: 'turn' }>,
  ): Promise<{ recipient_id: string; actor_id: string; server_id: string | null }[]> {
    return manager.query(
      `SELECT player.user_id AS recipient_id, message.user_id AS actor_id, ${serverOfChannel('channel')} AS server_id
         FROM games game
         JOIN channels channel ON channel.id = game.channel_id
         JOIN messages message ON message.channel_id = game.channel_id AND message.seq = $2
         JOIN game_players player ON player.game_id = game.channel_id AND player.seat = ANY (game.to_move)
        WHERE game.channel_id = $1 AND message.user_id IS NOT NULL AND player.user_id <> message.user_id
          AND NOT EXISTS (SELECT FROM messages later
                           WHERE later.channel_id = $1 AND later.seq > $2 AND later.event IS NOT NULL)
          FOR KEY SHARE OF player`,
      [channelId, seq],
    );
  }

  /**
   * Returns the newest unread message of a channel for each member who wants to hear of every message there. Left out are
   * members with nothing unread from others that they see and that does not mention them, and members with a recent entry
   * about the channel that they have not read.
   */
  async listAttentive(
    manager: EntityManager,
    channelId: string,
  ): Promise<{ recipient_id: string; actor_id: string; seq: number; server_id: string | null }[]> {
    return manager.query(
      `SELECT recipient.user_id AS recipient_id, newest.user_id AS actor_id, newest.seq, channel.server_id
         FROM channels channel
        CROSS JOIN LATERAL (${attentiveMembers('channel')}) AS recipient
         LEFT JOIN channel_reads mark ON mark.channel_id = channel.id AND mark.user_id = recipient.user_id
        CROSS JOIN LATERAL (
          SELECT message.seq, message.user_id FROM messages message
           WHERE message.channel_id = channel.id AND message.seq > coalesce(mark.read_seq, 0)
             AND message.user_id <> recipient.user_id AND ${isKept('message')}
             AND ${unblocked('message.user_id', 'recipient.user_id')} AND ${unmuted('message.user_id', 'recipient.user_id')}
             AND NOT EXISTS (SELECT FROM mentions named
                              WHERE named.user_id = recipient.user_id AND named.channel_id = channel.id
                                AND named.seq = message.seq)
           ORDER BY message.seq DESC LIMIT 1
        ) AS newest
        WHERE channel.id = $1 AND channel.last_seq > coalesce(mark.read_seq, 0)
          AND NOT EXISTS (
            SELECT FROM notifications entry
             WHERE entry.recipient_id = recipient.user_id AND entry.channel_id = channel.id AND entry.kind IN ('message', 'direct')
               AND entry.read_at IS NULL AND entry.created_at > now() - interval '${MESSAGES_APART}'
          )
          FOR KEY SHARE OF channel`,
      [channelId],
    );
  }

  /** Returns what a reply is about; undefined if it or its author is gone. */
  async findReply(manager: EntityManager, id: string): Promise<ReplyRow | undefined> {
    const rows: ReplyRow[] = await manager.query(
      `SELECT reply.post_id, reply.user_id, reply.content, num_nonnulls(reply.deleted_at, reply.held_at) > 0 AS is_deleted,
              post.user_id AS post_author_id, parent.user_id AS parent_author_id
         FROM post_replies reply JOIN posts post ON post.id = reply.post_id
         LEFT JOIN post_replies parent ON parent.id = reply.parent_id
        WHERE reply.id = $1 AND reply.user_id IS NOT NULL FOR KEY SHARE OF reply`,
      [id],
    );
    return rows[0];
  }

  /** Returns a post that others can read; undefined if it is hidden or gone. */
  async findShownPost(
    manager: EntityManager,
    id: string,
  ): Promise<{ user_id: string; markdown_content: string } | undefined> {
    const rows: { user_id: string; markdown_content: string }[] = await manager.query(
      `SELECT thing.user_id, thing.markdown_content FROM posts thing JOIN users owner ON owner.id = thing.user_id
        WHERE thing.id = $1 AND ${VISIBLE.post} AND owner.is_public FOR KEY SHARE OF thing`,
      [id],
    );
    return rows[0];
  }

  /** Returns the names of the members with an entry of a cause about a post, by id. */
  async listNotified(manager: EntityManager, postId: string, cause: string): Promise<Map<string, string>> {
    const rows: { id: string; username: string }[] = await manager.query(
      `SELECT recipient.id, recipient.username FROM notifications entry
         JOIN users recipient ON recipient.id = entry.recipient_id
        WHERE entry.post_id = $1 AND entry.cause = $2`,
      [postId, cause],
    );
    return new Map(rows.map(({ id, username }) => [id, username]));
  }

  async listReplyRecipients(manager: EntityManager, replyId: string): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      'SELECT recipient_id AS id FROM notifications WHERE reply_id = $1',
      [replyId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Returns the members that a text mentions, and counts them for its sender: see `resolve_mentions.sql`.
   * @param notified members who hear of the text anyway, and do not count
   */
  async mentionMembers(
    manager: EntityManager,
    senderId: string,
    usernames: readonly string[],
    notified: readonly string[],
  ): Promise<string[]> {
    if (usernames.length === 0) return [];
    const rows: { user_id: string }[] = await manager.query(
      'SELECT user_id FROM resolve_mentions($1, NULL, $2, NULL, $3) WHERE is_new',
      [senderId, usernames, notified],
    );
    return rows.map(({ user_id: id }) => id);
  }

  /** Returns the author of a post, and whether a ripple of a member is on it; undefined if the post is gone. */
  async findRipple(
    manager: EntityManager,
    postId: string,
    userId: string,
  ): Promise<{ author_id: string; exists: boolean } | undefined> {
    const rows: { author_id: string; exists: boolean }[] = await manager.query(
      `SELECT post.user_id AS author_id,
              EXISTS (SELECT FROM ripples WHERE ripples.post_id = post.id AND ripples.user_id = $2) AS exists
         FROM posts post WHERE post.id = $1 FOR KEY SHARE OF post`,
      [postId, userId],
    );
    return rows[0];
  }

  /** Returns who reported what a case is about. */
  async listReporters(manager: EntityManager, caseId: string): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      'SELECT reporter_id AS id FROM reports WHERE case_id = $1 AND reporter_id IS NOT NULL',
      [caseId],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns who requested an export that has ended; undefined if the account or the server is gone. */
  async findEndedExport(
    manager: EntityManager,
    id: string,
  ): Promise<{ recipientId: string; serverId: string; isDone: boolean } | undefined> {
    const rows: { recipientId: string; serverId: string; isDone: boolean }[] = await manager.query(
      `SELECT user_id AS "recipientId", server_id AS "serverId", state = 'done' AS "isDone" FROM server_exports
        WHERE id = $1 AND state IN ('done', 'failed') AND user_id IS NOT NULL AND server_id IS NOT NULL FOR KEY SHARE`,
      [id],
    );
    return rows[0];
  }

  /**
   * Returns the author of a scheduled message that was refused; none if it was changed or deleted since. Locks the author first,
   * as those changes do.
   */
  async lockUnsent(manager: EntityManager, id: string): Promise<string[]> {
    const find = async (): Promise<string[]> => {
      const rows: { id: string }[] = await manager.query(
        'SELECT user_id AS id FROM scheduled_messages WHERE id = $1 AND failure IS NOT NULL',
        [id],
      );
      return rows.map(({ id: userId }) => userId);
    };
    await this.lockRecipients(manager, await find());
    return find();
  }

  async isMember(manager: EntityManager, serverId: string, userId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'SELECT FROM server_members WHERE server_id = $1 AND user_id = $2',
      [serverId, userId],
    );
    return rows.length > 0;
  }

  /** Returns which of the members have something unread that they may see. */
  async listUnread(manager: EntityManager, userIds: readonly string[]): Promise<Set<string>> {
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM unnest($1::uuid[]) AS recipient (id) WHERE ${hasUnread('recipient.id')}`,
      [userIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Locks the recipients, so that each group keeps one head. Returns their time zones; members who are gone are absent.
   */
  private async lockRecipients(
    manager: EntityManager,
    userIds: readonly string[],
  ): Promise<Map<string, string>> {
    const rows: { id: string; time_zone: string | null }[] = await manager.query(
      `SELECT member.id, own.time_zone FROM users member LEFT JOIN notification_settings own ON own.user_id = member.id
        WHERE member.id = ANY($1::uuid[]) ORDER BY member.id FOR NO KEY UPDATE OF member`,
      [[...new Set(userIds)]],
    );
    return new Map(rows.map(({ id, time_zone: zone }) => [id, zone ?? NOTIFICATION_DEFAULTS.timeZone]));
  }

  private async insert(
    manager: EntityManager,
    entries: readonly (Candidate & { groupKey: string })[],
  ): Promise<{ id: string; recipient_id: string }[]> {
    return manager.query(
      // A message that the recipient has read in its channel is read here, too.
      `INSERT INTO notifications (recipient_id, kind, cause, group_key, is_head, actor_id, post_id, reply_id,
                                  channel_id, seq, message_seq, server_id, case_id, read_at)
       SELECT recipient_id, kind, cause, group_key, false, actor_id, post_id, reply_id, channel_id, seq, message_seq,
              server_id, case_id, CASE WHEN ${READ_IN_CHANNEL} THEN now() END
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[],
                     $9::integer[], $10::integer[], $11::uuid[], $12::uuid[])
           AS entry (recipient_id, kind, cause, group_key, actor_id, post_id, reply_id, channel_id, seq, message_seq,
                     server_id, case_id)
        WHERE entry.actor_id IS DISTINCT FROM entry.recipient_id AND ${NOTIFICATION_WANTED} AND ${NOTIFICATION_VISIBLE}
       ON CONFLICT (recipient_id, cause) DO NOTHING RETURNING id, recipient_id`,
      [
        entries.map(({ recipientId }) => recipientId),
        entries.map(({ kind }) => kind),
        entries.map(({ cause }) => cause),
        entries.map(({ groupKey }) => groupKey),
        entries.map(({ actorId }) => actorId ?? null),
        entries.map(({ postId }) => postId ?? null),
        entries.map(({ replyId }) => replyId ?? null),
        entries.map(({ channelId }) => channelId ?? null),
        entries.map(({ seq }) => seq ?? null),
        entries.map(({ messageSeq }) => messageSeq ?? null),
        entries.map(({ serverId }) => serverId ?? null),
        entries.map(({ caseId }) => caseId ?? null),
      ],
    );
  }

  /** Makes the newest entry the head of each group that has new entries. */
  private async moveHeads(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    // A transaction that deletes a head makes an older entry the head, which the update does not see if it waited for it.
    while (await this.haveHeads(manager, ids)) {
      await manager.query(
        `UPDATE notifications head SET is_head = false FROM notifications added
          WHERE added.id = ANY($1::uuid[]) AND head.recipient_id = added.recipient_id
            AND head.group_key = added.group_key AND head.is_head`,
        [ids],
      );
    }
    await manager.query(
      `UPDATE notifications SET is_head = true WHERE id IN (
         SELECT DISTINCT ON (recipient_id, group_key) id FROM notifications WHERE id = ANY($1::uuid[])
          ORDER BY recipient_id, group_key, id DESC)`,
      [ids],
    );
  }

  /** Returns whether a group of the entries has a head. */
  private async haveHeads(manager: EntityManager, ids: readonly string[]): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT 1 FROM notifications added
         JOIN notifications head ON head.recipient_id = added.recipient_id AND head.group_key = added.group_key
        WHERE added.id = ANY($1::uuid[]) AND head.is_head LIMIT 1`,
      [ids],
    );
    return rows.length > 0;
  }

  private async enqueuePushes(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await manager.query(
      `INSERT INTO outbox (topic, subject)
       SELECT '${OUTBOX_TOPICS.pushEntry}', entry.id FROM notifications entry
         LEFT JOIN notification_settings own ON own.user_id = entry.recipient_id
        WHERE entry.id = ANY($1::uuid[]) AND entry.read_at IS NULL AND ${IS_PUSHED}
          AND EXISTS (SELECT FROM push_subscriptions subscription WHERE subscription.user_id = entry.recipient_id)`,
      [ids],
    );
  }
}
