import { Column, Entity, Index } from 'typeorm';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';
import { Message } from './message.entity.js';

/** When a message of a conversation disappears. A worker deletes it then, and the row. */
@Entity('disappearing_messages')
@Index('disappearing_messages_due_idx', ['disappearsAt'])
export class DisappearingMessage {
  @PrimaryReferenceColumn(() => Message, 'CASCADE')
  messageId!: string;

  @Column(MOMENT)
  disappearsAt!: Date;
}
