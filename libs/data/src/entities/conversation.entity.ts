import { DISAPPEARING } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { Channel } from './channel.entity.js';
import { PrimaryReferenceColumn, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A direct conversation: a channel without a server, which its {@link ConversationMember}s read. */
@Entity('conversations')
@Index('conversations_two_key', ['lowerId', 'higherId'], { unique: true, where: 'not "is_group"' })
@Index('conversations_higher_id_idx', ['higherId'], { where: '"higher_id" is not null' })
@Check('conversations_two_check', `not "is_group" or num_nonnulls("lower_id", "higher_id") = 0`)
@Check(
  'conversations_disappearing_check',
  `"disappears_after_days" in (${Object.values(DISAPPEARING).join(', ')})`,
)
@Check('conversations_order_check', '"lower_id" < "higher_id"')
export class Conversation {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** Whether it was started as a group, also if two members are left. */
  @Column('boolean')
  isGroup!: boolean;

  /** After how many days new messages disappear; 0 for never. */
  @Column('smallint', { default: DISAPPEARING.never })
  disappearsAfterDays!: number;

  /** The lower of the ids of two. Null for a group, and if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  lowerId!: string | null;

  /** As {@link lowerId}, the higher one. */
  @ReferenceColumn(() => User, 'SET NULL')
  higherId!: string | null;
}
