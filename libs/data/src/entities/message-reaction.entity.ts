import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

/** A member's reaction to a message. Writers lock the channel's row. */
@Entity('message_reactions')
@Index('message_reactions_message_idx', ['channelId', 'seq', 'emoji', 'id'])
export class MessageReaction {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** Of the message. No message's row is ever deleted alone, so it needs no foreign key. */
  @PrimaryColumn('integer')
  seq!: number;

  /** In the form of `canonicalEmoji`. */
  @PrimaryColumn('text')
  emoji!: string;

  /** Sorts by time. */
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  /**
   * The id of the message's first reaction with the same emoji. It sorts the emojis, and stays when that reaction is
   * removed while others remain.
   */
  @Column('uuid')
  firstId!: string;
}
