import { Check, Column, Entity, Index } from 'typeorm';
import { Board } from './board.entity.js';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Image } from './image.entity.js';
import { Message } from './message.entity.js';
import { Post } from './post.entity.js';
import { User } from './user.entity.js';

const UNIQUE = { unique: true } as const;

/**
 * One thing that a member keeps. Only its owner can read it. Exactly one of the subjects is set. A tag is kept by its
 * name, so keeping one does not reveal whether others use it.
 */
@Entity('bookmarks')
@Index('bookmarks_own_idx', ['userId', 'id'])
@Index('bookmarks_member_key', ['memberId', 'userId'], { ...UNIQUE, where: '"member_id" is not null' })
@Index('bookmarks_post_key', ['postId', 'userId'], { ...UNIQUE, where: '"post_id" is not null' })
@Index('bookmarks_image_key', ['imageId', 'userId'], { ...UNIQUE, where: '"image_id" is not null' })
@Index('bookmarks_message_key', ['messageId', 'userId'], { ...UNIQUE, where: '"message_id" is not null' })
@Index('bookmarks_tag_key', ['userId', 'tag'], { ...UNIQUE, where: '"tag" is not null' })
@Index('bookmarks_board_idx', ['boardId', 'imageId'], { where: '"board_id" is not null' })
@Check('bookmarks_board_check', '"board_id" is null or "image_id" is not null')
@Check('bookmarks_subject_check', 'num_nonnulls("member_id", "post_id", "image_id", "message_id", "tag") = 1')
export class Bookmark extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @ReferenceColumn(() => User, 'CASCADE', { nullable: true })
  memberId!: string | null;

  @ReferenceColumn(() => Post, 'CASCADE', { nullable: true })
  postId!: string | null;

  @ReferenceColumn(() => Image, 'CASCADE', { nullable: true })
  imageId!: string | null;

  /** The member's board with this picture. */
  @ReferenceColumn(() => Board, 'SET NULL')
  boardId!: string | null;

  @ReferenceColumn(() => Message, 'CASCADE', { nullable: true })
  messageId!: string | null;

  @Column('text', { nullable: true })
  tag!: string | null;

  /** What the member wrote about it. */
  @Column('text', { nullable: true })
  note!: string | null;

  /** When the member last opened a kept tag's page; later posts are new. */
  @Column({ ...MOMENT, nullable: true })
  openedAt!: Date | null;
}
