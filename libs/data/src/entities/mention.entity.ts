import { Entity, Index, PrimaryColumn } from 'typeorm';
import { References } from './columns.js';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

@Entity('mentions')
@Index('mentions_message_idx', ['channelId', 'seq'])
export class Mention {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mentions_pkey' })
  @References(() => User, 'CASCADE')
  userId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mentions_pkey' })
  @References(() => Channel, 'CASCADE')
  channelId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'mentions_pkey' })
  seq!: number;
}
