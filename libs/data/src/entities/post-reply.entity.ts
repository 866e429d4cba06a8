import { Column, CreateDateColumn, Entity, Index } from 'typeorm';
import { IdColumn, MOMENT, References } from './columns.js';
import { Post } from './post.entity.js';
import { User } from './user.entity.js';

@Entity('post_replies')
@Index('post_replies_post_idx', ['postId', 'id'])
@Index('post_replies_own_idx', ['userId', 'id'])
@Index('post_replies_parent_idx', ['parentId'], { where: '"parent_id" is not null' })
export class PostReply {
  @IdColumn('post_replies_pkey')
  id!: string;

  @Column('uuid')
  @References(() => Post, 'CASCADE')
  postId!: string;

  /** Null if the account was erased. */
  @Column('uuid', { nullable: true })
  @References(() => User, 'SET NULL')
  userId!: string | null;

  /** The reply of the first level that this one of the second level answers. */
  @Column('uuid', { nullable: true })
  @References(() => PostReply, 'CASCADE')
  parentId!: string | null;

  /** Empty if deleted. */
  @Column('text')
  content!: string;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
