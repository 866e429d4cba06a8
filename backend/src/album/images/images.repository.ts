import { Injectable } from '@nestjs/common';
import type { ImageView, ProfileThemeMode, SortOrder } from '@oniverse/contracts';
import {
  IMAGE_COLUMNS,
  type ImageRow,
  isHiddenByStaff,
  listedFor,
  listedForVisitors,
  VISIBLE,
} from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

import {
  authorColumns,
  type AuthoredImageRow,
  likePattern,
  LIST_ORDER,
  pictureReadableBy,
} from '../../shared/index.js';

export type ImageText = Pick<ImageView, 'boardId' | 'title' | 'description' | 'tags'>;

export interface ImageFilter {
  q?: string;
  tag?: string;
  boardId?: string;
  isPublic?: boolean;
  sort: SortOrder;
  cursor?: string;
  limit: number;
}

/** Whether board $2 allows visible pictures; `true` without a board. */
const BOARD_IS_SHOWN = 'coalesce((SELECT board.is_public FROM boards board WHERE board.id = $2), true)';

/** The list that a picture was opened from: those with a tag, those on a board, or all of its owner's. */
export type PictureContext = { tag: string } | { boardId: string } | undefined;

export interface PicturePageRow extends AuthoredImageRow {
  profile_theme: string;
  profile_theme_mode: ProfileThemeMode;
  /** Null without a board that the reader may see. */
  board_name: string | null;
  previous_id: string | null;
  previous_title: string | null;
  previous_username: string | null;
  next_id: string | null;
  next_title: string | null;
  next_username: string | null;
}

export type DeletedImage = Pick<ImageRow, 'image_url' | 'tags' | 'is_public'>;

const AUTHOR = authorColumns('owner');
const TAGGED_IMAGE = `CROSS JOIN LATERAL (SELECT ${IMAGE_COLUMNS} FROM images WHERE id = tagged.item_id LIMIT 1) thing
  JOIN users owner ON owner.id = thing.user_id`;
/** Few members may be visible to visitors, so the number of pictures read for them is bounded. */
const READ_FOR_VISITORS = 2_000;

/** Pictures next to another one that are read, of which the reader may see few. */
const READ_FOR_NEIGHBOURS = 2_000;

/** Returns the SQL of the visible picture next to `page` in its context ($3), for reader $2. */
function neighbourIn(context: PictureContext, after: '<' | '>', direction: 'DESC' | 'ASC'): string {
  const columns = 'thing.id, thing.title, owner.username';
  if (context && 'tag' in context) {
    return `SELECT ${columns}
        FROM (SELECT item_id FROM tagged_items WHERE tag = $3 AND kind = 'image' AND item_id ${after} page.id
               ORDER BY item_id ${direction} LIMIT ${READ_FOR_NEIGHBOURS}) tagged ${TAGGED_IMAGE}
       WHERE ${VISIBLE.image} AND ${pictureReadableBy('$2::uuid')}
       ORDER BY tagged.item_id ${direction} LIMIT 1`;
  }
  return `SELECT ${columns} FROM images thing JOIN users owner ON owner.id = thing.user_id
      WHERE thing.user_id = page.user_id AND ${VISIBLE.image} AND thing.id ${after} page.id
        AND ($3::uuid IS NULL OR thing.board_id = $3)
      ORDER BY thing.id ${direction} LIMIT 1`;
}

/** `AlbumTagsRepository` changes tags in bulk. */
@Injectable()
export class ImagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the member's own pictures, hidden ones included. Has `limit + 1` rows if another page follows. */
  async listOwn(userId: string, filter: ImageFilter): Promise<ImageRow[]> {
    const { after, direction } = LIST_ORDER[filter.sort];
    return this.dataSource.query(
      `SELECT ${IMAGE_COLUMNS} FROM images
        WHERE user_id = $1
          AND ($2::text IS NULL OR title COLLATE "pg_unicode_fast" ILIKE $2
            OR description COLLATE "pg_unicode_fast" ILIKE $2)
          AND ($3::text IS NULL OR $3 = ANY(tags))
          AND ($4::uuid IS NULL OR board_id = $4)
          AND ($5::boolean IS NULL OR is_public = $5)
          AND ($6::uuid IS NULL OR id ${after} $6)
        ORDER BY id ${direction} LIMIT $7`,
      [
        userId,
        filter.q === undefined ? null : likePattern(filter.q),
        filter.tag ?? null,
        filter.boardId ?? null,
        filter.isPublic ?? null,
        filter.cursor ?? null,
        filter.limit + 1,
      ],
    );
  }

  /** Returns the pictures a member shows, newest first. Has `limit + 1` rows if another page follows. */
  async listShown(
    userId: string,
    { cursor, limit, boardId }: Pick<ImageFilter, 'cursor' | 'limit' | 'boardId'>,
  ): Promise<ImageRow[]> {
    return this.dataSource.query(
      `SELECT ${IMAGE_COLUMNS} FROM images thing
        WHERE user_id = $1 AND ${VISIBLE.image} AND ($2::uuid IS NULL OR id < $2)
          AND ($4::uuid IS NULL OR board_id = $4)
        ORDER BY id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1, boardId ?? null],
    );
  }

  /**
   * Returns a picture with those before and after it in a context, where the newest is the first.
   * @param readerId null for a visitor
   * @returns undefined if it is not visible
   */
  async findPage(
    readerId: string | null,
    id: string,
    context: PictureContext,
  ): Promise<PicturePageRow | undefined> {
    const key = context && ('tag' in context ? context.tag : context.boardId);
    const rows: PicturePageRow[] = await this.dataSource.query(
      `WITH page AS (
         SELECT thing.*, ${AUTHOR}, owner.profile_theme, owner.profile_theme_mode, board.name AS board_name
           FROM images thing JOIN users owner ON owner.id = thing.user_id
           LEFT JOIN boards board ON board.id = thing.board_id AND (board.is_public OR owner.id = $2::uuid)
          WHERE thing.id = $1 AND ${pictureReadableBy('$2::uuid')}
       )
       SELECT page.*, previous.id AS previous_id, previous.title AS previous_title,
              previous.username AS previous_username, next.id AS next_id, next.title AS next_title,
              next.username AS next_username
         FROM page LEFT JOIN LATERAL (${neighbourIn(context, '>', 'ASC')}) previous ON true
         LEFT JOIN LATERAL (${neighbourIn(context, '<', 'DESC')}) next ON true`,
      [id, readerId, key ?? null],
    );
    return rows[0];
  }

  /** Returns the visible pictures with a tag, newest first. Has `limit + 1` rows if another page follows. */
  async listTagged(
    readerId: string,
    tag: string,
    { cursor, limit }: Pick<ImageFilter, 'cursor' | 'limit'>,
  ): Promise<AuthoredImageRow[]> {
    return this.dataSource.query(
      `SELECT thing.*, ${AUTHOR} FROM tagged_items tagged ${TAGGED_IMAGE}
        WHERE tagged.tag = $1 AND tagged.kind = 'image' AND ($2::uuid IS NULL OR tagged.item_id < $2)
          AND ${VISIBLE.image} AND ${listedFor('owner', '$3::uuid')}
        ORDER BY tagged.item_id DESC LIMIT $4`,
      [tag, cursor ?? null, readerId, limit + 1],
    );
  }

  /** Returns the newest pictures with a tag that visitors see, among the newest ones of all members. */
  async listTaggedForVisitors(tag: string, limit: number): Promise<AuthoredImageRow[]> {
    return this.dataSource.query(
      `SELECT thing.*, ${AUTHOR}
         FROM (SELECT item_id FROM tagged_items WHERE tag = $1 AND kind = 'image' ORDER BY item_id DESC LIMIT $2) tagged
              ${TAGGED_IMAGE}
        WHERE ${VISIBLE.image} AND ${listedForVisitors('owner')}
        ORDER BY tagged.item_id DESC LIMIT $3`,
      [tag, READ_FOR_VISITORS, limit],
    );
  }

  async find(manager: EntityManager, id: string): Promise<ImageRow | undefined> {
    const rows: ImageRow[] = await manager.query(`SELECT ${IMAGE_COLUMNS} FROM images WHERE id = $1`, [id]);
    return rows[0];
  }

  /** Inserts a picture. It is hidden if its board is hidden. */
  async insert(
    manager: EntityManager,
    userId: string,
    image: ImageText & Pick<ImageView, 'imageUrl' | 'isPublic'>,
  ): Promise<ImageRow | undefined> {
    const { boardId, title, description, tags, imageUrl, isPublic } = image;
    const rows: ImageRow[] = await manager.query(
      `INSERT INTO images (user_id, board_id, title, description, tags, image_url, is_public)
       VALUES ($1, $2, $3, $4, $5, $6, $7 AND ${BOARD_IS_SHOWN}) RETURNING ${IMAGE_COLUMNS}`,
      [userId, boardId, title, description, tags, imageUrl, isPublic],
    );
    return rows[0];
  }

  /** Updates a picture. Moving it to a hidden board hides it. */
  async update(
    manager: EntityManager,
    id: string,
    { boardId, title, description, tags }: ImageText,
  ): Promise<ImageRow | undefined> {
    const [rows]: [ImageRow[], number] = await manager.query(
      `UPDATE images SET board_id = $2, title = $3, description = $4, tags = $5, updated_at = now(),
              is_public = is_public AND (board_id IS NOT DISTINCT FROM $2 OR ${BOARD_IS_SHOWN})
        WHERE id = $1 RETURNING ${IMAGE_COLUMNS}`,
      [id, boardId, title, description, tags],
    );
    return rows[0];
  }

  async setVisibility(manager: EntityManager, id: string, isPublic: boolean): Promise<ImageRow | undefined> {
    const [rows]: [ImageRow[], number] = await manager.query(
      `UPDATE images SET is_public = $2, updated_at = now() WHERE id = $1 RETURNING ${IMAGE_COLUMNS}`,
      [id, isPublic],
    );
    return rows[0];
  }

  async delete(manager: EntityManager, id: string): Promise<DeletedImage | undefined> {
    const [rows]: [DeletedImage[], number] = await manager.query(
      'DELETE FROM images WHERE id = $1 RETURNING image_url, tags, is_public',
      [id],
    );
    return rows[0];
  }

  /** @returns the tags of each picture whose visibility changed */
  async setBoardVisibility(
    manager: EntityManager,
    boardId: string,
    isPublic: boolean,
  ): Promise<Pick<ImageRow, 'tags'>[]> {
    const [rows]: [Pick<ImageRow, 'tags'>[], number] = await manager.query(
      `UPDATE images SET is_public = $2, updated_at = now()
        WHERE board_id = $1 AND is_public <> $2 AND NOT ($2 AND ${isHiddenByStaff('images.id')})
       RETURNING tags`,
      [boardId, isPublic],
    );
    return rows;
  }

  async deleteBoard(manager: EntityManager, boardId: string): Promise<DeletedImage[]> {
    const [rows]: [DeletedImage[], number] = await manager.query(
      'DELETE FROM images WHERE board_id = $1 RETURNING image_url, tags, is_public',
      [boardId],
    );
    return rows;
  }
}
