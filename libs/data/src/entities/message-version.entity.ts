import { Column, Entity, Index } from 'typeorm';
import { IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Message } from './message.entity.js';
import { User } from './user.entity.js';

/** A text that a message had before an edit. Its id sorts by the time of that edit. */
@Entity('message_versions')
@Index('message_versions_message_idx', ['messageId', 'id'])
@Index('message_versions_author_idx', ['userId', 'id'])
export class MessageVersion {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Message, 'CASCADE')
  messageId!: string;

  /** The author, whose erasure deletes it. */
  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  content!: string;

  @Column(MOMENT)
  writtenAt!: Date;
}
