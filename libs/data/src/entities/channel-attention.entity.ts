import { ATTENTION_LEVELS, type AttentionLevel } from '@oniverse/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
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
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'channel_attention_user_id_fkey' })
  user?: Relation<User>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'channel_attention_pkey' })
  channelId!: string;

  @ManyToOne(() => Channel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'channel_attention_channel_id_fkey' })
  channel?: Relation<Channel>;

  @Column('text')
  level!: AttentionLevel;
}
