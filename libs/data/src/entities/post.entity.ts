import { Column, Entity, Index } from 'typeorm';
import { Dated, IdColumn, MOMENT, ReferenceColumn, TagsColumn } from './columns.js';
import { User } from './user.entity.js';

@Entity('posts')
@Index('posts_own_idx', ['userId', 'isArchived', 'id'])
@Index('posts_public_idx', ['id'], { where: '"is_public" and not "is_archived"' })
@Index('posts_public_by_user_idx', ['userId', 'id'], { where: '"is_public" and not "is_archived"' })
// Indexes of expressions, which TypeORM cannot express; a migration creates them.
@Index('posts_title_words_idx', { synchronize: false })
@Index('posts_words_idx', { synchronize: false })
@Index('posts_terms_idx', { synchronize: false })
export class Post extends Dated {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  title!: string;

  /** The text as plain text, for search. */
  @Column('text')
  content!: string;

  @Column('text')
  markdownContent!: string;

  /** What searches of the previous release look into. A trigger stores it. */
  @Column({ type: 'tsvector', nullable: true, select: false, insert: false, update: false })
  words?: string | null;

  /** What the post is found by, which a trigger stores; null until a job adds that of older posts. */
  @Column({ type: 'tsvector', nullable: true, select: false, insert: false, update: false })
  terms?: string | null;

  @TagsColumn()
  tags!: string[];

  /** The tags given explicitly, which stay when the text changes. */
  @TagsColumn()
  givenTags!: string[];

  @Column('boolean', { default: true })
  isPublic!: boolean;

  /** When it was held as a copy, and made private until staff of the platform decide; null for all others. */
  @Column({ ...MOMENT, nullable: true })
  heldAt!: Date | null;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @Column('boolean', { default: false })
  areRepliesClosed!: boolean;
}
