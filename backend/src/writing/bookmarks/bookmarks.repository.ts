import { Injectable } from '@nestjs/common';
import { BOOKMARK_KINDS, type BookmarkKeys, type BookmarkKind, NEW_POSTS_COUNTED } from '@oniverse/contracts';
import {
  BOOKMARK_SUBJECTS,
  IMAGE_COLUMNS,
  BOOKMARKED_THING,
  BOOKMARKED_THINGS,
  listedFor,
  VISIBLE,
} from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type AuthoredImageRow, type OptionalAuthorRow } from '../../shared/index.js';

/** An existing subject's id, or the name of a tag. */
export interface BookmarkKey {
  kind: BookmarkKind;
  subject: string;
}

export interface BookmarkRow extends BookmarkKey, OptionalAuthorRow {
  id: string;
  title: string | null;
  image_url: string | null;
  server_id: string | null;
  server_name: string | null;
  server_is_public: boolean | null;
  channel_id: string | null;
  channel_name: string | null;
  /** The channel of the thread that the message is in. */
  parent_id: string | null;
  seq: number | null;
  new_posts: number;
  note: string | null;
  created_at: Date;
}

export interface BookmarksPage {
  kind?: BookmarkKind;
  q?: string;
  cursor?: string;
  limit: number;
}

/** So many of the newest posts with a tag are read at most, whatever the reader may see of them. */
const READ_FOR_NEW = 30;

/**
 * SQL for the number of posts of others that member $1 sees, with the tag of a row `kept`, since its page was opened. Ids
 * sort by creation time; the subquery lets an index condition contain a volatile function.
 */
const NEW_POSTS = `
  SELECT count(*)::integer FROM (
    SELECT FROM (
      SELECT item_id FROM tagged_items
       WHERE tag = kept.tag AND kind = 'post' AND item_id > (SELECT uuidv7(kept.opened_at - clock_timestamp()))
       ORDER BY item_id DESC LIMIT ${READ_FOR_NEW}
    ) tagged
    CROSS JOIN LATERAL (SELECT * FROM posts WHERE id = tagged.item_id LIMIT 1) thing
    JOIN users owner ON owner.id = thing.user_id
    WHERE owner.id <> $1 AND ${VISIBLE.post} AND ${listedFor('owner', '$1')} LIMIT ${NEW_POSTS_COUNTED}
  ) counted`;

/** SQL for the rows of member $1 of a kind that stand for something visible. */
const fromVisible = (kind: BookmarkKind): string =>
  `FROM bookmarks kept CROSS JOIN LATERAL (${BOOKMARKED_THINGS[kind]}) AS thing
    WHERE kept.user_id = $1 AND kept.${BOOKMARK_SUBJECTS[kind]} IS NOT NULL`;

@Injectable()
export class BookmarksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns what a member keeps and may see now, newest first. Has `limit + 1` rows if another page follows. */
  async list(userId: string, { kind, q, cursor, limit }: BookmarksPage): Promise<BookmarkRow[]> {
    const isOfKind = kind === undefined ? '' : `AND kept.${BOOKMARK_SUBJECTS[kind]} IS NOT NULL`;
    return this.dataSource.query(
      `SELECT kept.id, kept.created_at, kept.note, thing.*, CASE WHEN kept.tag IS NULL THEN 0 ELSE (${NEW_POSTS}) END AS new_posts
         FROM bookmarks kept CROSS JOIN LATERAL (${BOOKMARKED_THING}) AS thing
        WHERE kept.user_id = $1 AND ($2::uuid IS NULL OR kept.id < $2) ${isOfKind}
          AND ($4::text IS NULL OR position(search_form($4) IN search_form(concat_ws(E'\\n', kept.note, thing.title))) > 0)
        ORDER BY kept.id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1, q ?? null],
    );
  }

  /**
   * Returns the pictures that a member keeps on a board and may see now, newest picture first. Has `limit + 1` rows if
   * another page follows.
   */
  async listOnBoard(
    userId: string,
    boardId: string,
    { cursor, limit }: BookmarksPage,
  ): Promise<AuthoredImageRow[]> {
    return this.dataSource.query(
      `SELECT thing.*, ${authorColumns('owner')}
         FROM bookmarks kept
         CROSS JOIN LATERAL (SELECT ${IMAGE_COLUMNS} FROM images WHERE id = kept.image_id) thing
         JOIN users owner ON owner.id = thing.user_id
        WHERE kept.board_id = $1 AND kept.user_id = $2 AND ($3::uuid IS NULL OR kept.image_id < $3)
          AND ${VISIBLE.image} AND ${listedFor('owner', '$2')}
        ORDER BY kept.image_id DESC LIMIT $4`,
      [boardId, userId, cursor ?? null, limit + 1],
    );
  }

  /** Returns the subjects of what a member keeps and may see now. A hidden thing is like a deleted one. */
  async listKeys(userId: string): Promise<BookmarkKeys> {
    const lists = BOOKMARK_KINDS.map(
      (kind) => `ARRAY(SELECT kept.${BOOKMARK_SUBJECTS[kind]}::text ${fromVisible(kind)}) AS ${kind}`,
    );
    const [keys]: [BookmarkKeys] = await this.dataSource.query(
      `SELECT ${lists.join(', ')},
              (SELECT coalesce(jsonb_agg(jsonb_build_object('picture', kept.image_id, 'board', kept.board_id)), '[]')
                 ${fromVisible('picture')} AND kept.board_id IS NOT NULL) AS "onBoards"`,
      [userId],
    );
    return keys;
  }

  async isKept(manager: EntityManager, userId: string, { kind, subject }: BookmarkKey): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM bookmarks WHERE user_id = $1 AND ${BOOKMARK_SUBJECTS[kind]} = $2`,
      [userId, subject],
    );
    return rows.length > 0;
  }

  /** Returns whether the member may see the thing. */
  async isVisible(manager: EntityManager, userId: string, { kind, subject }: BookmarkKey): Promise<boolean> {
    const columns = Object.entries(BOOKMARK_SUBJECTS).map(
      ([name, column]) =>
        `${name === kind ? '$2' : 'NULL'}::${column === 'tag' ? 'text' : 'uuid'} AS ${column}`,
    );
    const rows: unknown[] = await manager.query(
      `SELECT FROM (SELECT ${columns.join(', ')}) AS kept CROSS JOIN LATERAL (${BOOKMARKED_THING}) AS thing`,
      [userId, subject],
    );
    return rows.length > 0;
  }

  async insert(manager: EntityManager, userId: string, { kind, subject }: BookmarkKey): Promise<void> {
    await manager.query(
      `INSERT INTO bookmarks (user_id, ${BOOKMARK_SUBJECTS[kind]}, opened_at)
       VALUES ($1, $2, CASE WHEN $3 THEN now() END)`,
      [userId, subject, kind === 'tag'],
    );
  }

  /** @returns whether the member keeps it */
  async note(userId: string, { kind, subject }: BookmarkKey, note: string | null): Promise<boolean> {
    const [, count]: [unknown[], number] = await this.dataSource.query(
      `UPDATE bookmarks SET note = $3 WHERE user_id = $1 AND ${BOOKMARK_SUBJECTS[kind]} = $2`,
      [userId, subject, note],
    );
    return count > 0;
  }

  /** Marks all posts with a tag as not new. @returns whether the member keeps the tag */
  async markOpened(userId: string, tag: string): Promise<boolean> {
    const [, count]: [unknown[], number] = await this.dataSource.query(
      'UPDATE bookmarks SET opened_at = now() WHERE user_id = $1 AND tag = $2',
      [userId, tag],
    );
    return count > 0;
  }

  /** Moves a kept picture to a board. */
  async putOnBoard(manager: EntityManager, userId: string, imageId: string, boardId: string): Promise<void> {
    await manager.query('UPDATE bookmarks SET board_id = $3 WHERE user_id = $1 AND image_id = $2', [
      userId,
      imageId,
      boardId,
    ]);
  }

  /** @returns whether the picture was on the board */
  async takeOffBoard(
    manager: EntityManager,
    userId: string,
    imageId: string,
    boardId: string,
  ): Promise<boolean> {
    const [, count]: [unknown[], number] = await manager.query(
      'UPDATE bookmarks SET board_id = NULL WHERE user_id = $1 AND image_id = $2 AND board_id = $3',
      [userId, imageId, boardId],
    );
    return count > 0;
  }

  /** @returns whether the member kept it */
  async delete(manager: EntityManager, userId: string, { kind, subject }: BookmarkKey): Promise<boolean> {
    const [, count]: [unknown[], number] = await manager.query(
      `DELETE FROM bookmarks WHERE user_id = $1 AND ${BOOKMARK_SUBJECTS[kind]} = $2`,
      [userId, subject],
    );
    return count > 0;
  }
}
