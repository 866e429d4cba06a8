import { FADE_MINUTE, MESSAGE_DAYS } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { ChannelCategory } from './channel-category.entity.js';
import { Dated, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** A channel of a server; a direct conversation, see `Conversation`; or a thread: the replies to a message of either. */
@Entity('channels')
@Index('channels_server_id_idx', ['serverId'])
@Index('channels_default_key', ['serverId'], { unique: true, where: '"is_default"' })
@Index('channels_parent_message_key', ['parentMessageId'], {
  unique: true,
  where: '"parent_message_id" is not null',
})
@Index('channels_threads_idx', ['parentId', 'activityId'], { where: '"parent_id" is not null' })
@Index('channels_private_idx', ['serverId'], { where: '"is_private"' })
@Index('channels_category_id_idx', ['categoryId'], { where: '"category_id" is not null' })
@Index('channels_started_idx', ['startedBy', 'id'], { where: '"started_by" is not null' })
@Index('channels_message_days_idx', ['id'], { where: '"message_days" > 0' })
@Index('channels_fade_minute_idx', ['id'], { where: '"fade_minute" is not null' })
@Index('channels_moon_at_idx', ['moonAt', 'id'], { where: '"moon_at" is not null' })
@Index('channels_expired_idx', ['id'], { where: '"expired_seq" >= "first_seq"' })
@Index('channels_detached_idx', ['id'], { where: '"detached_at" is not null' })
@Check(
  'channels_message_days_check',
  `"message_days" = ${MESSAGE_DAYS.forEver} or "message_days" between ${MESSAGE_DAYS.min} and ${MESSAGE_DAYS.max}`,
)
@Check('channels_fade_minute_check', `"fade_minute" between ${FADE_MINUTE.min} and ${FADE_MINUTE.max}`)
@Check(
  'channels_place_check',
  `num_nonnulls("server_id", "parent_server_id") + "is_conversation"::integer = 1 and num_nonnulls("parent_id", "parent_message_id") in (0, 2) and ("is_conversation" or ("parent_id" is null) = ("parent_server_id" is null))`,
)
export class Channel extends Dated {
  @IdColumn()
  id!: string;

  /** The server that lists it. Null for a thread and a conversation, which no server lists. */
  @ReferenceColumn(() => Server, 'CASCADE', { nullable: true })
  serverId!: string | null;

  /** The channel or conversation of the message that starts this thread; null outside of threads, as are the following columns. */
  @ReferenceColumn(() => Channel, 'CASCADE', { nullable: true })
  parentId!: string | null;

  /** The message that starts this thread. Its row is deleted after the thread's, so it needs no foreign key. */
  @Column('uuid', { nullable: true })
  parentMessageId!: string | null;

  /** The server of the parent, which never changes. Null in a conversation. */
  @Column('uuid', { nullable: true })
  parentServerId!: string | null;

  /** Who started this thread or conversation; null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  startedBy!: string | null;

  /** The id of the newest message that the summary of this thread shows. Sorts threads by their latest activity. */
  @Column('uuid', { nullable: true })
  activityId!: string | null;

  /** Empty for a thread, and a conversation without a name. */
  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('boolean', { default: false })
  isDefault!: boolean;

  /** Null without a category, and for a thread. */
  @ReferenceColumn(() => ChannelCategory, 'SET NULL')
  categoryId!: string | null;

  /** Sorts the channels of a category, or those without one. Null for a channel that was not ordered: it comes last. */
  @Column('integer', { nullable: true })
  position!: number | null;

  /** Whether only staff write, also in its threads. False for a thread. */
  @Column('boolean', { default: false })
  isLocked!: boolean;

  /** Whether only staff and those named by {@link ChannelGrant} read it, and its threads. False for a thread. */
  @Column('boolean', { default: false })
  isPrivate!: boolean;

  /** How long members wait after a message, also one in its threads. Null without slow mode, and for a thread. */
  @Column('integer', { nullable: true })
  slowModeSeconds!: number | null;

  /** For how many days its messages are kept, also those in its threads; 0 for ever. Null as the server says, and for a thread. */
  @Column('smallint', { nullable: true })
  messageDays!: number | null;

  /** The minute of the day, in UTC, at which its messages are deleted, also those in its threads. Null if none, and for a thread. */
  @Column('smallint', { nullable: true })
  fadeMinute!: number | null;

  /** As in {@link Server}, also before messages fade. */
  @Column('smallint', { nullable: true })
  formerMessageDays!: number | null;

  @Column({ ...MOMENT, nullable: true })
  formerMessageDaysUntil!: Date | null;

  /** The full moon at which one of the messages that members left for it opens next. Null if none does. */
  @Column({ ...MOMENT, nullable: true })
  moonAt!: Date | null;

  /** Whether it is a direct conversation, or a thread in one. */
  @Column('boolean', { default: false })
  isConversation!: boolean;

  /** While a conversation waits as a request: the `seq` of the last message that its sender may write. Otherwise null. */
  @Column('integer', { nullable: true })
  mostSeq!: number | null;

  /** The `seq` of the first message that is stored, also if it was deleted. Those below expired, and their rows are gone. */
  @Column('integer', { default: 1 })
  firstSeq!: number;

  /** The `seq` up to which messages expired. In a conversation, not all messages below have. */
  @Column('integer', { default: 0 })
  expiredSeq!: number;

  /** The `seq` of the newest message, whose row stays; increased under the row's lock. */
  @Column('integer', { default: 0 })
  lastSeq!: number;

  /**
   * When it was deleted, if it has so many messages that the worker deletes it in batches. Until then it is a conversation
   * without members, so that nobody reads it.
   */
  @Column({ ...MOMENT, nullable: true })
  detachedAt!: Date | null;

  /** The revision; increased under the row's lock. */
  @Column('integer', { default: 0 })
  lastRev!: number;
}
