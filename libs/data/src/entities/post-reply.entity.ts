import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { IdColumn, MOMENT } from './columns.js';
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
  postId!: string;

  @ManyToOne(() => Post, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'post_replies_post_id_fkey' })
  post?: Relation<Post>;

  /** Null if the account was erased. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'post_replies_user_id_fkey' })
  user?: Relation<User>;

  /** The reply of the first level that this one of the second level answers. */
  @Column('uuid', { nullable: true })
  parentId!: string | null;

  @ManyToOne(() => PostReply, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'parent_id', foreignKeyConstraintName: 'post_replies_parent_id_fkey' })
  parent?: Relation<PostReply>;

  /** Empty if deleted. */
  @Column('text')
  content!: string;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
