import type { ScheduledFailure } from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Channel } from './channel.entity.js';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A message that backends send at a time. Its row goes when it was sent or held; one that was refused keeps the reason. */
@Entity('scheduled_messages')
@Unique('scheduled_messages_nonce_key', ['userId', 'nonce'])
@Index('scheduled_messages_own_idx', ['userId', 'sendAt', 'id'])
@Index('scheduled_messages_due_idx', ['dueAt', 'id'], { where: '"due_at" is not null' })
@Index('scheduled_messages_channel_id_idx', ['channelId'], { where: '"channel_id" is not null' })
@Check('scheduled_messages_failure_check', `("due_at" is null) = ("failure" is not null)`)
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

  /** What its author chose. */
  @Column(MOMENT)
  sendAt!: Date;

  /** When a backend sends it next; later than `sendAt` after a delay, or while one sends it. Null if it was refused. */
  @Column({ ...MOMENT, nullable: true })
  dueAt!: Date | null;

  /** Until when the backend that sends it has it for itself. */
  @Column({ ...MOMENT, nullable: true })
  claimedUntil!: Date | null;

  /** Why it was refused. */
  @Column('jsonb', { nullable: true })
  failure!: ScheduledFailure | null;
}
