import { Column, Entity, Index } from 'typeorm';
import { Channel } from './channel.entity.js';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** When a member last wrote in a channel with slow mode or in its threads. Writers lock the channel's row. */
@Entity('slow_mode_marks')
@Index('slow_mode_marks_user_id_idx', ['userId'])
@Index('slow_mode_marks_written_idx', ['writtenAt'])
export class SlowModeMark {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column(MOMENT)
  writtenAt!: Date;
}
