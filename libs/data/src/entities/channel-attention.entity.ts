import { ATTENTION_LEVELS, type AttentionLevel } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

/** What a member wants to hear of in a channel. No row means the level of the server. Goes with the membership. */
@Entity('channel_attention')
@Index('channel_attention_level_idx', ['channelId', 'level', 'userId'])
@Check(
  'channel_attention_level_check',
  `"level" in (${ATTENTION_LEVELS.map((level) => `'${level}'`).join(', ')})`,
)
export class ChannelAttention {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  @Column('text')
  level!: AttentionLevel;
}
