import { Injectable } from '@nestjs/common';
import type { FeedScope, SortOrder } from '@oniverse/contracts';
import { SHOWN } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

import { likePattern } from '../queries/like-pattern.js';
import { LIST_ORDER } from '../queries/list-order.js';

/** What a member writes of a post. */
export interface PostValues {
  title: string;
  content: string;
  markdown_content: string;
  tags: string[];
  /** Those of `tags` that were given, and not found in the text alone. */
  given_tags: string[];
  is_public: boolean;
  is_archived: boolean;
}

/** A post's row with its author's. */
export interface PostRow extends PostValues {
  id: string;
  user_id: string;
  created_at: Date;
  updated_at: Date;
  username: string;
  display_name: string | null;
  profile_image_url: string | null;
}

/** Which page of a list. */
export interface PostsPage {
  limit: number;
  /** The id of the last entry before the page. */
  cursor?: string;
}

/** Which of a member's own posts. */
export interface OwnPostsPage extends PostsPage {
  sort: SortOrder;
  q?: string;
  tag?: string;
  isPublic?: boolean;
}

const COLUMNS = `thing.id, thing.user_id, thing.title, thing.content, thing.markdown_content, thing.tags,
  thing.given_tags, thing.is_public, thing.is_archived, thing.created_at, thing.updated_at,
  owner.username, owner.display_name, owner.profile_image_url`;
const OWNER = 'JOIN users owner ON owner.id = thing.user_id';
// Of whatever letters a text is, it is found in any case; the database's own locale may know ASCII alone.
const LIKE = 'COLLATE "pg_unicode_fast" ILIKE';

/** Every query on posts. Lists hold one row more than `limit` where there is more. */
@Injectable()
export class PostsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A member's own posts, archived or not. */
  async ownPage(userId: string, isArchived: boolean, page: OwnPostsPage): Promise<PostRow[]> {
    const { after, direction } = LIST_ORDER[page.sort];
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM posts thing ${OWNER}
        WHERE thing.user_id = $1 AND thing.is_archived = $2
          AND ($3::uuid IS NULL OR thing.id ${after} $3)
          AND ($4::boolean IS NULL OR thing.is_public = $4)
          AND ($5::text IS NULL OR $5 = ANY(thing.tags))
          AND ($6::text IS NULL OR thing.title ${LIKE} $6 OR thing.content ${LIKE} $6
               OR EXISTS (SELECT 1 FROM unnest(thing.tags) AS tag WHERE tag ${LIKE} $6))
        ORDER BY thing.id ${direction} LIMIT $7`,
      [
        userId,
        isArchived,
        page.cursor ?? null,
        page.isPublic ?? null,
        page.tag ?? null,
        page.q === undefined ? null : likePattern(page.q),
        page.limit + 1,
      ],
    );
  }

  /** What a member shows, newest first. */
  async shownPage(userId: string, page: PostsPage): Promise<PostRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM posts thing ${OWNER}
        WHERE thing.user_id = $1 AND ${SHOWN.post} AND ($2::uuid IS NULL OR thing.id < $2)
        ORDER BY thing.id DESC LIMIT $3`,
      [userId, page.cursor ?? null, page.limit + 1],
    );
  }

  /** What members show, newest first: public ones, and the one who asks. */
  async feedPage(userId: string, scope: FeedScope, page: PostsPage): Promise<PostRow[]> {
    return scope === 'near' ? this.nearPage(userId, page) : this.everyonesPage(userId, page);
  }

  /** One post; undefined where there is none. */
  async find(manager: EntityManager, id: string): Promise<PostRow | undefined> {
    return first(
      await manager.query(`SELECT ${COLUMNS} FROM posts thing ${OWNER} WHERE thing.id = $1`, [id]),
    );
  }

  /** @returns undefined where there is no such member */
  async insert(manager: EntityManager, userId: string, post: PostValues): Promise<PostRow | undefined> {
    return first(
      await manager.query(
        `WITH thing AS (
           INSERT INTO posts (user_id, title, content, markdown_content, tags, given_tags, is_public, is_archived)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *
         ) SELECT ${COLUMNS} FROM thing ${OWNER}`,
        [userId, ...valuesOf(post)],
      ),
    );
  }

  /** @returns undefined where there is no such post */
  async update(manager: EntityManager, id: string, post: PostValues): Promise<PostRow | undefined> {
    return first(
      await manager.query(
        `WITH thing AS (
           UPDATE posts
              SET title = $2, content = $3, markdown_content = $4, tags = $5, given_tags = $6, is_public = $7,
                  is_archived = $8, updated_at = now()
            WHERE id = $1 RETURNING *
         ) SELECT ${COLUMNS} FROM thing ${OWNER}`,
        [id, ...valuesOf(post)],
      ),
    );
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM posts WHERE id = $1', [id]);
  }

  private async everyonesPage(userId: string, page: PostsPage): Promise<PostRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM posts thing ${OWNER}
        WHERE ${SHOWN.post} AND (owner.is_public OR owner.id = $1) AND ($2::uuid IS NULL OR thing.id < $2)
        ORDER BY thing.id DESC LIMIT $3`,
      [userId, page.cursor ?? null, page.limit + 1],
    );
  }

  /**
   * A private member has no links, whatever rows the worker has yet to take away. The page is put together from each
   * neighbour's newest, so that the time it takes does not grow with what everybody else posts.
   */
  private async nearPage(userId: string, page: PostsPage): Promise<PostRow[]> {
    return this.dataSource.query(
      `WITH linked AS (
         SELECT to_user_id AS id FROM connections WHERE from_user_id = $1
         UNION ALL SELECT from_user_id FROM connections WHERE to_user_id = $1
       ), near AS (
         SELECT $1::uuid AS id
         UNION ALL
         SELECT owner.id FROM linked JOIN users owner ON owner.id = linked.id JOIN users self ON self.id = $1
          WHERE self.is_public AND owner.is_public
       ), newest AS (
         SELECT post.id FROM near CROSS JOIN LATERAL (
           SELECT thing.id FROM posts thing
            WHERE thing.user_id = near.id AND ${SHOWN.post} AND ($2::uuid IS NULL OR thing.id < $2)
            ORDER BY thing.id DESC LIMIT $3
         ) AS post ORDER BY post.id DESC LIMIT $3
       )
       SELECT ${COLUMNS} FROM newest JOIN posts thing ON thing.id = newest.id ${OWNER} ORDER BY thing.id DESC`,
      [userId, page.cursor ?? null, page.limit + 1],
    );
  }
}

const first = (rows: PostRow[]): PostRow | undefined => rows[0];

/** In the order of the columns of `insert` and `update`. */
const valuesOf = (post: PostValues): unknown[] => [
  post.title,
  post.content,
  post.markdown_content,
  post.tags,
  post.given_tags,
  post.is_public,
  post.is_archived,
];
