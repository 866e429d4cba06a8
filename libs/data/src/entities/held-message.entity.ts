import type { HeldState } from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Channel } from './channel.entity.js';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** A message that staff of a server read before others see it, or declined. It has no `seq`: released, it becomes a new message. */
@Entity('held_messages')
@Unique('held_messages_nonce_key', ['channelId', 'userId', 'nonce'])
@Index('held_messages_waiting_idx', ['serverId', 'state', 'id'])
@Index('held_messages_own_idx', ['userId', 'id'])
@Index('held_messages_declined_idx', ['decidedAt'], { where: '"decided_at" is not null' })
@Check('held_messages_state_check', `"state" in ('held', 'declined')`)
@Check('held_messages_decided_check', `("state" = 'held') = ("decided_at" is null)`)
export class HeldMessage extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @ReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  content!: string;

  @Column('text')
  nonce!: string;

  /** The `seq` of the message that it answers. */
  @Column('integer', { nullable: true })
  replyToSeq!: number | null;

  @Column('text', { default: 'held' })
  state!: HeldState;

  /** What staff say to its author. */
  @Column('text', { nullable: true })
  word!: string | null;

  @Column({ ...MOMENT, nullable: true })
  decidedAt!: Date | null;
}
