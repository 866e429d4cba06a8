import { Column, Entity, Index, UpdateDateColumn } from 'typeorm';
import { Channel } from './channel.entity.js';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** What a member began to write in a channel. Goes when it is sent or emptied, and with the membership. */
@Entity('drafts')
@Index('drafts_channel_id_idx', ['channelId'])
export class Draft {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  @Column('text')
  content!: string;

  /** The `seq` of the message that it answers. */
  @Column('integer', { nullable: true })
  replyToSeq!: number | null;

  /** From the sequence `draft_revisions`, so that a draft after a deleted one is newer than it. */
  @Column('bigint')
  rev!: string;

  @UpdateDateColumn(MOMENT)
  updatedAt!: Date;
}
