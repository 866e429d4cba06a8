import { Column, Entity, Index } from 'typeorm';
import { Created, PrimaryReferenceColumn } from './columns.js';
import { Post } from './post.entity.js';
import { User } from './user.entity.js';

/** A reader's quiet sign to the author of a post. Only the author learns who sent one; nobody learns how many. */
@Entity('ripples')
@Index('ripples_newest_idx', ['postId', 'id'])
@Index('ripples_own_idx', ['userId', 'postId'])
export class Ripple extends Created {
  @PrimaryReferenceColumn(() => Post, 'CASCADE')
  postId!: string;

  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** Sorts by time. */
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;
}
