import type { GameEvent } from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Channel } from './channel.entity.js';
import { Dated, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

@Entity('messages')
@Unique('messages_channel_id_seq_key', ['channelId', 'seq'])
@Unique('messages_nonce_key', ['channelId', 'userId', 'nonce'])
// For the previous release, which knows no reactions. Its successor may drop it.
@Index('messages_changed_idx', ['channelId', 'rev'], {
  where: '"edited_at" is not null or "deleted_at" is not null',
})
@Index('messages_revised_idx', ['channelId', 'rev'], {
  where: '"edited_at" is not null or "deleted_at" is not null or "reacted_at" is not null',
})
@Index('messages_created_idx', ['channelId', 'createdAt'])
@Index('messages_own_idx', ['userId', 'channelId', 'seq'])
@Index('messages_deleted_idx', ['channelId', 'seq'], { where: '"deleted_at" is not null' })
@Index('messages_events_idx', ['channelId', 'seq'], { where: '"event" is not null' })
@Index('messages_links_idx', ['channelId', 'id'], {
  where: `"deleted_at" is null and "content" ~ 'https?://'`,
})
@Check('messages_tombstone_check', `"deleted_at" is null or "content" = ''`)
export class Message extends Dated {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** Null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  userId!: string | null;

  /** The position in the channel, consecutive from 1. */
  @Column('integer')
  seq!: number;

  /** The channel's revision at the last change of this message. */
  @Column('integer')
  rev!: number;

  /** Empty if the message was deleted. */
  @Column('text')
  content!: string;

  @Column('text')
  nonce!: string;

  /** The `seq` of the message that this one answers, which may be below `firstSeq` of the channel. */
  @Column('integer', { nullable: true })
  replyToSeq!: number | null;

  /** Whether it was sent with files, so that reading other messages looks none up. */
  @Column('boolean', { default: false })
  hasFiles!: boolean;

  /** What happened in the game of the thread. It stays when staff delete the message. Null for other messages. */
  @Column('jsonb', { nullable: true })
  event!: GameEvent | null;

  @Column({ ...MOMENT, nullable: true })
  editedAt!: Date | null;

  @Column({ ...MOMENT, nullable: true })
  deletedAt!: Date | null;

  /** When its reactions, its pin, its previews or the summary of its thread last changed. Null if it has never had any. */
  @Column({ ...MOMENT, name: 'reacted_at', nullable: true })
  revisedAt!: Date | null;
}
