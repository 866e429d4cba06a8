import { CONVERSATION_STATES, type ConversationState } from '@oniverse/contracts';
import { Check, Column, CreateDateColumn, Entity, Index } from 'typeorm';
import { Channel } from './channel.entity.js';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** What a conversation is to one of its members. */
@Entity('conversation_members')
@Index('conversation_members_joined_idx', ['userId', 'activityId'], {
  where: `"state" = 'joined' and "activity_id" is not null`,
})
@Index('conversation_members_requested_idx', ['userId', 'activityId'], {
  where: `"state" = 'requested' and "activity_id" is not null`,
})
@Index('conversation_members_user_id_idx', ['userId'])
@Check(
  'conversation_members_state_check',
  `"state" in (${CONVERSATION_STATES.map((state) => `'${state}'`).join(', ')})`,
)
export class ConversationMember {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  state!: ConversationState;

  /** The id of the newest message. Sorts the list of the member. Null before the first one. */
  @Column('uuid', { nullable: true })
  activityId!: string | null;

  @CreateDateColumn(MOMENT)
  joinedAt!: Date;
}
