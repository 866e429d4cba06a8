import { Entity, Index, PrimaryColumn } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { Channel } from './channel.entity.js';
import { User } from './user.entity.js';

@Entity('mentions')
@Index('mentions_message_idx', ['channelId', 'seq'])
export class Mention {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  @PrimaryColumn('integer')
  seq!: number;
}
