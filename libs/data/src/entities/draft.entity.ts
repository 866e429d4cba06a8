import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { Channel } from './channel.entity.js';
import { MOMENT } from './columns.js';
import { User } from './user.entity.js';

/** What a member began to write in a channel. Goes when it is sent or emptied, and with the membership. */
@Entity('drafts')
@Index('drafts_channel_id_idx', ['channelId'])
export class Draft {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'drafts_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'drafts_user_id_fkey' })
  user?: Relation<User>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'drafts_pkey' })
  channelId!: string;

  @ManyToOne(() => Channel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'drafts_channel_id_fkey' })
  channel?: Relation<Channel>;

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
