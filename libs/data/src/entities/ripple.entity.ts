import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { MOMENT } from './columns.js';
import { Post } from './post.entity.js';
import { User } from './user.entity.js';

/** A reader's quiet sign to the author of a post. Only the author learns who sent one; nobody learns how many. */
@Entity('ripples')
@Index('ripples_newest_idx', ['postId', 'id'])
@Index('ripples_own_idx', ['userId', 'postId'])
export class Ripple {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ripples_pkey' })
  postId!: string;

  @ManyToOne(() => Post, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'ripples_post_id_fkey' })
  post?: Relation<Post>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ripples_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'ripples_user_id_fkey' })
  user?: Relation<User>;

  /** Sorts by time. */
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
