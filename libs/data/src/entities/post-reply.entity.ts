import { Column, Entity, Index } from 'typeorm';
import { Created, IdColumn, ReferenceColumn } from './columns.js';
import { Post } from './post.entity.js';
import { User } from './user.entity.js';

@Entity('post_replies')
@Index('post_replies_post_idx', ['postId', 'id'])
@Index('post_replies_own_idx', ['userId', 'id'])
@Index('post_replies_parent_idx', ['parentId'], { where: '"parent_id" is not null' })
export class PostReply extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Post, 'CASCADE')
  postId!: string;

  /** Null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  userId!: string | null;

  /** The reply of the first level that this one of the second level answers. */
  @ReferenceColumn(() => PostReply, 'CASCADE', { nullable: true })
  parentId!: string | null;

  /** Empty if deleted. */
  @Column('text')
  content!: string;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;

  /** When it was held as a copy, which only its author sees until staff of the platform decide; null for all others. */
  @Column('timestamptz', { nullable: true })
  heldAt!: Date | null;
}
