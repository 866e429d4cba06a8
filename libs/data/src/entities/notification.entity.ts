import { NOTIFICATION_KINDS, type NotificationKind } from '@oniverse/contracts';
import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Case } from './case.entity.js';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Channel } from './channel.entity.js';
import { Mention } from './mention.entity.js';
import { PostReply } from './post-reply.entity.js';
import { Post } from './post.entity.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/**
 * An entry of a member's night log: one for each cause and recipient. Entries with the same `groupKey` are one row of the
 * log; the newest of them is its head. A trigger makes the next entry the head when one is deleted.
 */
@Entity('notifications')
@Unique('notifications_cause_key', ['recipientId', 'cause'])
// For the previous release, which lists rows wherever they are; the next one drops it.
@Index('notifications_log_idx', ['recipientId', 'id'], { where: '"is_head"' })
// The kind comes last: a filter has several kinds, and its rows come in one order.
@Index('notifications_open_idx', ['recipientId', 'id', 'kind'], {
  where: '"is_head" and "put_away_at" is null',
})
@Index('notifications_done_idx', ['recipientId', 'id'], {
  where: '"is_head" and "put_away_at" is not null and "remind_at" is null',
})
@Index('notifications_reminders_idx', ['recipientId', 'remindAt', 'id'], {
  where: '"is_head" and "remind_at" is not null',
})
@Index('notifications_due_idx', ['remindAt'], { where: '"remind_at" is not null' })
@Index('notifications_head_key', ['recipientId', 'groupKey'], { unique: true, where: '"is_head"' })
@Index('notifications_group_idx', ['recipientId', 'groupKey', 'id'])
@Index('notifications_unread_idx', ['recipientId', 'id'], { where: '"read_at" is null' })
@Index('notifications_mention_idx', ['recipientId', 'channelId', 'seq'], {
  where: '"channel_id" is not null',
})
@Index('notifications_channel_id_idx', ['channelId'], { where: '"channel_id" is not null' })
@Index('notifications_actor_id_idx', ['actorId'])
@Index('notifications_post_id_idx', ['postId'], { where: '"post_id" is not null' })
@Index('notifications_reply_id_idx', ['replyId'], { where: '"reply_id" is not null' })
@Index('notifications_server_id_idx', ['serverId'], { where: '"server_id" is not null' })
@Index('notifications_case_id_idx', ['caseId'], { where: '"case_id" is not null' })
@Index('notifications_expiry_idx', ['createdAt'], { where: `"kind" <> 'link' or "group_key" <> "cause"` })
// The entry goes with the mention, which an edit or the deletion of the message removes.
@ForeignKey(() => Mention, ['recipientId', 'channelId', 'seq'], ['userId', 'channelId', 'seq'], {
  name: 'notifications_mention_fkey',
  onDelete: 'CASCADE',
})
@Check('notifications_kind_check', `"kind" in (${NOTIFICATION_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
@Check('notifications_actor_check', '"actor_id" <> "recipient_id"')
@Check(
  'notifications_report_check',
  `("kind" = 'reminder' or ("actor_id" is null) = ("kind" in ('report', 'application', 'unsent', 'export_done', 'export_failed'))) and ("case_id" is null) = ("kind" <> 'report')`,
)
@Check(
  'notifications_put_away_check',
  '"put_away_at" is null and "remind_at" is null or "put_away_at" is not null and "read_at" is not null',
)
@Check(
  'notifications_message_check',
  `("kind" in ('message', 'direct', 'reminder', 'turn')) = ("message_seq" is not null)`,
)
export class Notification extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  recipientId!: string;

  @Column('text')
  kind!: NotificationKind;

  /** What happened, such as `ripple:<post>:<member>`. Unique per recipient, so that a repeated job adds nothing. */
  @Column('text')
  cause!: string;

  /** What the log shows in one row, such as the ripples on one post on one day; the cause if it is shown alone. */
  @Column('text')
  groupKey!: string;

  /** Whether it is the newest entry of its group; false for a purged link, which stays as a mark. */
  @Column('boolean', { default: true })
  isHead!: boolean;

  /** The member who caused it; null for what names nobody: a closed report, an application, an export, and what the recipient wrote. */
  @ReferenceColumn(() => User, 'CASCADE', { nullable: true })
  actorId!: string | null;

  @ReferenceColumn(() => Post, 'CASCADE', { nullable: true })
  postId!: string | null;

  @ReferenceColumn(() => PostReply, 'CASCADE', { nullable: true })
  replyId!: string | null;

  /** The channel of the message. */
  @ReferenceColumn(() => Channel, 'CASCADE', { nullable: true })
  channelId!: string | null;

  /** The message with the mention. */
  @Column('integer', { nullable: true })
  seq!: number | null;

  /** The newest of the messages that an entry without a mention is about. */
  @Column('integer', { nullable: true })
  messageSeq!: number | null;

  /** The server of the message, or that the actor joined. */
  @ReferenceColumn(() => Server, 'CASCADE', { nullable: true })
  serverId!: string | null;

  /** The case of a closed report. */
  @ReferenceColumn(() => Case, 'CASCADE', { nullable: true })
  caseId!: string | null;

  @Column({ ...MOMENT, nullable: true })
  readAt!: Date | null;

  /** When the member put it out of the log, with all of its row. An unread entry was read at the same time. */
  @Column({ ...MOMENT, nullable: true })
  putAwayAt!: Date | null;

  /** When it comes back; null if it is done. */
  @Column({ ...MOMENT, nullable: true })
  remindAt!: Date | null;

  /** When it happened, if a reminder brought it back at `createdAt`. */
  @Column({ ...MOMENT, nullable: true })
  happenedAt!: Date | null;
}
