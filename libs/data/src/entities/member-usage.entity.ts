import { Column, Entity, Index } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** Counts for the quotas, which SQL functions maintain because counting rows is too slow. No row means zero. */
@Entity('member_usage')
// Of an expression, which TypeORM cannot express; a migration creates it.
@Index('member_usage_bytes_idx', { synchronize: false })
export class MemberUsage {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('integer', { default: 0 })
  posts!: number;

  @Column('integer', { default: 0 })
  pictures!: number;

  /** The size of the originals; renditions do not count. */
  @Column('bigint', { default: 0 })
  pictureBytes!: string;

  /** The size of the files of messages, posts and replies, also of those that nothing has claimed. */
  @Column('bigint', { default: 0 })
  attachmentBytes!: string;

  /** The member's own limit of `pictureBytes`; null for that of everyone. */
  @Column('bigint', { nullable: true })
  pictureLimit!: string | null;

  /** The member's own limit of `attachmentBytes`; null for that of everyone. */
  @Column('bigint', { nullable: true })
  attachmentLimit!: string | null;

  /** How many members and groups the member mentioned on `mentionedOn`, also in what was deleted since. */
  @Column('integer', { default: 0 })
  mentions!: number;

  /** How many of them were groups. */
  @Column('integer', { default: 0 })
  groupMentions!: number;

  /** A day, UTC. */
  @Column('date', { nullable: true })
  mentionedOn!: string | null;
}
