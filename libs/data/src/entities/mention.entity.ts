import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

@Entity('mentions')
@Index('mentions_message_idx', ['channelId', 'seq'])
export class Mention {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mentions_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'mentions_user_id_fkey' })
  user?: Relation<User>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mentions_pkey' })
  channelId!: string;

  @ManyToOne(() => Channel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'mentions_channel_id_fkey' })
  channel?: Relation<Channel>;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'mentions_pkey' })
  seq!: number;
}
