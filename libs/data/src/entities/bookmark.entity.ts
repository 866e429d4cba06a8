import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  type Relation,
} from 'typeorm';
import { Board } from './board.entity.js';
import { IdColumn, MOMENT, OwnerRelation } from './columns.js';
import { Image } from './image.entity.js';
import { Message } from './message.entity.js';
import { Post } from './post.entity.js';
import { User } from './user.entity.js';

const THING = 'CASCADE';
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
export class Bookmark {
  @IdColumn('bookmarks_pkey')
  id!: string;

  @Column('uuid')
  userId!: string;

  @OwnerRelation('bookmarks', () => User)
  user?: Relation<User>;

  @Column('uuid', { nullable: true })
  memberId!: string | null;

  @ManyToOne(() => User, { onDelete: THING })
  @JoinColumn({ name: 'member_id', foreignKeyConstraintName: 'bookmarks_member_id_fkey' })
  member?: Relation<User> | null;

  @Column('uuid', { nullable: true })
  postId!: string | null;

  @ManyToOne(() => Post, { onDelete: THING })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'bookmarks_post_id_fkey' })
  post?: Relation<Post> | null;

  @Column('uuid', { nullable: true })
  imageId!: string | null;

  @ManyToOne(() => Image, { onDelete: THING })
  @JoinColumn({ name: 'image_id', foreignKeyConstraintName: 'bookmarks_image_id_fkey' })
  image?: Relation<Image> | null;

  /** The member's board with this picture. */
  @Column('uuid', { nullable: true })
  boardId!: string | null;

  @ManyToOne(() => Board, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'board_id', foreignKeyConstraintName: 'bookmarks_board_id_fkey' })
  board?: Relation<Board> | null;

  @Column('uuid', { nullable: true })
  messageId!: string | null;

  @ManyToOne(() => Message, { onDelete: THING })
  @JoinColumn({ name: 'message_id', foreignKeyConstraintName: 'bookmarks_message_id_fkey' })
  message?: Relation<Message> | null;

  @Column('text', { nullable: true })
  tag!: string | null;

  /** When the member last opened a kept tag's page; later posts are new. */
  @Column({ ...MOMENT, nullable: true })
  openedAt!: Date | null;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
