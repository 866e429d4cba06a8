import { ATTENTION_LEVELS, type AttentionLevel } from '@oniverse/contracts';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { References } from './columns.js';
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
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'channel_attention_pkey' })
  @References(() => User, 'CASCADE')
  userId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'channel_attention_pkey' })
  @References(() => Channel, 'CASCADE')
  channelId!: string;

  @Column('text')
  level!: AttentionLevel;
}
