import { type ColumnsOf, imageSchema, type ImageView, viewOf } from '@oniverse/contracts';
import { Column, Entity, Index, Unique } from 'typeorm';
import { Board } from './board.entity.js';
import { Dated, IdColumn, MOMENT, ReferenceColumn, References, TagsColumn } from './columns.js';
import { StoredObject } from './stored-object.entity.js';
import { User } from './user.entity.js';

export type ImageRow = ColumnsOf<Omit<ImageView, 'ready'>> & { ready_at: Date | null };

export const IMAGE_COLUMNS = `id, user_id, board_id, title, description, image_url, tags, is_public, width, height, blurhash,
  ready_at, created_at, updated_at`;

export const imageView = (row: ImageRow): ImageView =>
  viewOf(imageSchema, { ...row, ready: row.ready_at !== null });

@Entity('images')
@Unique('images_image_url_key', ['imageUrl'])
@Index('images_own_idx', ['userId', 'id'])
@Index('images_visible_idx', ['userId', 'id'], { where: '"is_public"' })
@Index('images_board_id_idx', ['boardId', 'id'])
@Index('images_public_idx', ['id'], { where: '"is_public"' })
// An index of an expression, which TypeORM cannot express; a migration creates it.
@Index('images_words_idx', { synchronize: false })
@Index('images_terms_idx', { synchronize: false })
export class Image extends Dated {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  // Prevents deleting a board before its pictures and their objects.
  @ReferenceColumn(() => Board, 'NO ACTION', { nullable: true })
  boardId!: string | null;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('text', { nullable: true })
  description!: string | null;

  /** The path of its object. */
  @Column('text')
  @References(() => StoredObject, 'NO ACTION')
  imageUrl!: string;

  /** What the picture is found by, which a trigger stores; null until a job adds that of older pictures. */
  @Column({ type: 'tsvector', nullable: true, select: false, insert: false, update: false })
  terms?: string | null;

  @TagsColumn()
  tags!: string[];

  @Column('boolean', { default: true })
  isPublic!: boolean;

  /** In pixels, after applying the orientation; null until the renditions are ready. */
  @Column('integer', { nullable: true })
  width!: number | null;

  @Column('integer', { nullable: true })
  height!: number | null;

  @Column('text', { nullable: true })
  blurhash!: string | null;

  @Column({ ...MOMENT, nullable: true })
  readyAt!: Date | null;
}
