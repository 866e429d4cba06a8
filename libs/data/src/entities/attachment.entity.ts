import { ATTACHMENT_KINDS, type AttachmentKind } from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Channel } from './channel.entity.js';
import { Created, IdColumn, MOMENT, ReferenceColumn, References } from './columns.js';
import { HeldMessage } from './held-message.entity.js';
import { Post } from './post.entity.js';
import { PostReply } from './post-reply.entity.js';
import { RadioTrack } from './radio-track.entity.js';
import { ScheduledMessage } from './scheduled-message.entity.js';
import { StoredObject } from './stored-object.entity.js';
import { User } from './user.entity.js';

/** The columns that name what an attachment belongs to. At most one is set, and none until something claims the upload. */
export const ATTACHMENT_OWNERS = {
  message: 'message_id',
  heldMessage: 'held_message_id',
  scheduledMessage: 'scheduled_message_id',
  post: 'post_id',
  reply: 'reply_id',
  radioTrack: 'track_id',
} as const;
export type AttachmentOwner = keyof typeof ATTACHMENT_OWNERS;

/** Returns an SQL expression of the attachments of something as JSON, in their order; null if there are none. */
export const attachmentsOf = (owner: AttachmentOwner, id: string): string =>
  `(SELECT jsonb_agg(attachment_view(attached) ORDER BY attached.place)
      FROM attachments attached WHERE attached.${ATTACHMENT_OWNERS[owner]} = ${id})`;

/** A file of a message, a post, a reply or a radio, or an upload that becomes one. Its deletion discards its object. */
@Entity('attachments')
@Unique('attachments_object_path_key', ['objectPath'])
@Index('attachments_own_idx', ['userId', 'size'])
@Index('attachments_message_idx', ['messageId', 'place'], { where: '"message_id" is not null' })
@Index('attachments_held_message_idx', ['heldMessageId', 'place'], { where: '"held_message_id" is not null' })
@Index('attachments_scheduled_message_idx', ['scheduledMessageId', 'place'], {
  where: '"scheduled_message_id" is not null',
})
@Index('attachments_post_idx', ['postId', 'place'], { where: '"post_id" is not null' })
@Index('attachments_reply_idx', ['replyId', 'place'], { where: '"reply_id" is not null' })
@Index('attachments_track_idx', ['trackId'], { where: '"track_id" is not null' })
@Index('attachments_channel_idx', ['channelId', 'kind', 'messageId'], { where: '"channel_id" is not null' })
@Index('attachments_listed_idx', ['listedIn', 'kind', 'messageId'], { where: '"listed_in" is not null' })
@Check(
  'attachments_owner_check',
  `num_nonnulls("message_id", "held_message_id", "scheduled_message_id", "post_id", "reply_id", "track_id") <= 1`,
)
@Check('attachments_kind_check', `"kind" in (${ATTACHMENT_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
export class Attachment extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The original. */
  @Column('text')
  @References(() => StoredObject, 'CASCADE')
  objectPath!: string;

  @Column('text')
  name!: string;

  /** In bytes: what its author announced, and what an upload must have. */
  @Column('integer')
  size!: number;

  @Column('text', { default: '' })
  alt!: string;

  /** By the first bytes; null until they arrive. A picture that cannot be decoded becomes a file. */
  @Column('text', { nullable: true })
  kind!: AttachmentKind | null;

  /** When it could be claimed: a picture once it has renditions, all else once it is stored. */
  @Column({ ...MOMENT, nullable: true })
  readyAt!: Date | null;

  /** Of a picture, in pixels. */
  @Column('integer', { nullable: true })
  width!: number | null;

  @Column('integer', { nullable: true })
  height!: number | null;

  @Column('text', { nullable: true })
  blurhash!: string | null;

  /** Whether a picture has a rendition that moves. */
  @Column('boolean', { default: false })
  isAnimated!: boolean;

  /** No message's row is ever deleted alone, so it needs no foreign key. */
  @Column('uuid', { nullable: true })
  messageId!: string | null;

  /** Of a file of a message: its channel or thread. */
  @ReferenceColumn(() => Channel, 'CASCADE', { nullable: true })
  channelId!: string | null;

  /** Of a file of a message: the channel, or that of the thread, whose files it is listed with. */
  @Column('uuid', { nullable: true })
  listedIn!: string | null;

  @ReferenceColumn(() => HeldMessage, 'CASCADE', { nullable: true })
  heldMessageId!: string | null;

  @ReferenceColumn(() => ScheduledMessage, 'CASCADE', { nullable: true })
  scheduledMessageId!: string | null;

  @ReferenceColumn(() => Post, 'CASCADE', { nullable: true })
  postId!: string | null;

  @ReferenceColumn(() => PostReply, 'CASCADE', { nullable: true })
  replyId!: string | null;

  @ReferenceColumn(() => RadioTrack, 'CASCADE', { nullable: true })
  trackId!: string | null;

  /** Its place among the files of the same owner, from 1. */
  @Column('smallint', { nullable: true })
  place!: number | null;
}
