import type { ScheduledFailure } from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Channel } from './channel.entity.js';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A message that backends send at a time, or at a full moon. Its row goes when it was sent or held; one that was refused keeps the reason. */
@Entity('scheduled_messages')
@Unique('scheduled_messages_nonce_key', ['userId', 'nonce'])
@Index('scheduled_messages_own_idx', ['userId', 'sendAt', 'id'])
@Index('scheduled_messages_due_idx', ['dueAt', 'id'], { where: '"due_at" is not null' })
@Index('scheduled_messages_channel_id_idx', ['channelId'], { where: '"channel_id" is not null' })
@Index('scheduled_messages_left_idx', ['channelId'], { where: '"is_left" and "due_at" is null' })
@Check('scheduled_messages_failure_check', `("due_at" is null) = ("failure" is not null) or "is_left"`)
export class ScheduledMessage extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** Null once the channel or thread was deleted: its author keeps the text. */
  @ReferenceColumn(() => Channel, 'SET NULL')
  channelId!: string | null;

  @Column('text')
  content!: string;

  /** That of the message, so that it is stored once, also if a backend ends after it stored it. */
  @Column('text')
  nonce!: string;

  /** The `seq` of the message that it answers. */
  @Column('integer', { nullable: true })
  replyToSeq!: number | null;

  /** Whether its author insisted on it despite a warning of the filters. */
  @Column('boolean', { default: false })
  acceptsWarning!: boolean;

  /** What its author chose; for one that is left, the first full moon after that. */
  @Column(MOMENT)
  sendAt!: Date;

  /** When a backend sends it next; later than `sendAt` after a delay, or while one sends it. Null if it was refused or is left. */
  @Column({ ...MOMENT, nullable: true })
  dueAt!: Date | null;

  /** Whether it was left for a full moon. It has a `dueAt` once a full moon opened it. */
  @Column('boolean', { default: false })
  isLeft!: boolean;

  /** Until when the backend that sends it has it for itself. */
  @Column({ ...MOMENT, nullable: true })
  claimedUntil!: Date | null;

  /** Why it was refused. */
  @Column('jsonb', { nullable: true })
  failure!: ScheduledFailure | null;
}
