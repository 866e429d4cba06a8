import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

/** A member's reaction to a message. Writers lock the channel's row. */
@Entity('message_reactions')
@Index('message_reactions_message_idx', ['channelId', 'seq', 'emoji', 'id'])
export class MessageReaction {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'message_reactions_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'message_reactions_user_id_fkey' })
  user?: Relation<User>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'message_reactions_pkey' })
  channelId!: string;

  @ManyToOne(() => Channel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'message_reactions_channel_id_fkey' })
  channel?: Relation<Channel>;

  /** Of the message. No message's row is ever deleted alone, so it needs no foreign key. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'message_reactions_pkey' })
  seq!: number;

  /** In the form of `canonicalEmoji`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'message_reactions_pkey' })
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
