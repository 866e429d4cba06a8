import { Injectable } from '@nestjs/common';
import {
  type AttachmentView,
  type FeedScope,
  LIMITS,
  POST_EXCERPT,
  type ProfileThemeMode,
  type SortOrder,
} from '@oniverse/contracts';
import { attachmentsOf, listedFor, listedForVisitors, unmuted, VISIBLE } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

import {
  authorColumns,
  type AuthorRow,
  likePattern,
  LIST_ORDER,
  type OptionalAuthorRow,
  POST_READABLE_BY_VISITORS,
  postReadableBy,
} from '../../shared/index.js';

export interface PostValues {
  title: string;
  content: string;
  markdown_content: string;
  tags: string[];
  /** The tags chosen by the member, without those found only in the text. */
  given_tags: string[];
  is_public: boolean;
  /** Whether it is private until staff of the platform decide. */
  is_held: boolean;
  is_archived: boolean;
  are_replies_closed: boolean;
}

export interface PostRow extends PostValues, AuthorRow {
  id: string;
  is_excerpt: boolean;
  user_id: string;
  created_at: Date;
  updated_at: Date;
  has_ripples: boolean;
  /** Whether the reader sent one. */
  is_rippled: boolean;
  /** Null if there are none. */
  files: AttachmentView[] | null;
  /** In the feed of linked members: a shared tag, if possible one of the post; null for a post of the reader. */
  near_through?: string | null;
}

export interface PostPageRow extends PostRow {
  bio: string | null;
  profile_theme: string;
  profile_theme_mode: ProfileThemeMode;
  previous_id: string | null;
  previous_title: string | null;
  previous_created_at: Date | null;
  next_id: string | null;
  next_title: string | null;
  next_created_at: Date | null;
}

/** An item with a tag of a post. Without one, a single row is empty. */
export interface AlsoAboutRow extends OptionalAuthorRow {
  tag: string | null;
  kind: 'post' | 'picture' | null;
  id: string | null;
  title: string | null;
}

export interface PostsPage {
  limit: number;
  /** The id of the last entry before the page. */
  cursor?: string;
}

export interface OwnPostsPage extends PostsPage {
  sort: SortOrder;
  q?: string;
  tag?: string;
  isPublic?: boolean;
}

const WHOLE = 'thing.content, thing.markdown_content, false AS is_excerpt';
const TEXTS = ['content', 'markdown_content'] as const;
const beginning = (column: string): string => `left(thing.${column}, ${POST_EXCERPT})`;
/** The length in bytes is stored, so that a long text is not read to its end. */
const EXCERPT = `${TEXTS.map((column) => `${beginning(column)} AS ${column}`).join(', ')},
  ${TEXTS.map((column) => `octet_length(${beginning(column)}) < octet_length(thing.${column})`).join(' OR ')} AS is_excerpt`;
/**
 * A ripple of a private member counts for that member only. For `EXISTS`, PostgreSQL would rather hash all
 * ripples than look up those of a page.
 */
const columnsWith = (texts: string, isRippled: string, reader: string): string =>
  `thing.id, thing.user_id, thing.title, ${texts}, thing.tags,
  thing.given_tags, thing.is_public, thing.held_at IS NOT NULL AS is_held, thing.is_archived, thing.are_replies_closed, thing.created_at, thing.updated_at,
  ${authorColumns('owner')}, ${attachmentsOf('post', 'thing.id')} AS files,
  (SELECT true FROM ripples ripple JOIN users sender ON sender.id = ripple.user_id
    WHERE ripple.post_id = thing.id AND ${listedFor('sender', reader)}
    ORDER BY ripple.id DESC LIMIT 1) IS NOT NULL AS has_ripples, ${isRippled} AS is_rippled`;
/** Columns of a post of the reader. */
const OWN_COLUMNS = columnsWith(WHOLE, 'false', 'thing.user_id');
const isRippledBy = (reader: string): string =>
  `(SELECT true FROM ripples WHERE post_id = thing.id AND user_id = ${reader}) IS NOT NULL`;
/** Columns of any post. @param reader an SQL expression; null for a visitor */
const columnsFor = (reader: string): string => columnsWith(WHOLE, isRippledBy(reader), reader);
/** The same for lists, with the beginnings of the texts. */
const listColumnsFor = (reader: string): string => columnsWith(EXCERPT, isRippledBy(reader), reader);
/** The shown post of the same author next to `page`. */
const neighbour = (after: '<' | '>', direction: 'DESC' | 'ASC'): string =>
  `SELECT thing.id, thing.title, thing.created_at FROM posts thing
    WHERE thing.user_id = page.user_id AND ${VISIBLE.post} AND thing.id ${after} page.id
    ORDER BY thing.id ${direction} LIMIT 1`;
/** The condition for reader $2, who is a visitor if it is null. */
const forReader = (visitor: string, member: string): string =>
  `CASE WHEN $2::uuid IS NULL THEN ${visitor} ELSE ${member} END`;
/** Few authors may be visible to visitors, so the number of posts read for them is bounded. */
const READ_FOR_VISITORS = 2_000;
/** The newest items of a tag that are read for the page of a post. */
const READ_FOR_ALSO = 200;
/** Posts whose tags are counted. */
const READ_FOR_TAGS = 200;
const OWNER = 'JOIN users owner ON owner.id = thing.user_id';
// Search ignores case in all scripts; the database's own locale may support only ASCII.
const LIKE = 'COLLATE "pg_unicode_fast" ILIKE';

/** PostgreSQL knows the length of a long text without reading it. */
const TEXT_BYTES = `(${TEXTS.map((column) => `octet_length(thing.${column})`).join(' + ')})`;

/** Queries on posts. Lists return `limit + 1` rows if another page follows, or fewer if these fill it. */
@Injectable()
export class PostsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns whole posts, up to the one that exceeds `LIMITS.page.bytes`. */
  async listOwn(userId: string, isArchived: boolean, page: OwnPostsPage): Promise<PostRow[]> {
    const { after, direction } = LIST_ORDER[page.sort];
    return this.dataSource.query(
      `SELECT ${OWN_COLUMNS} FROM (
         SELECT thing.*, sum(${TEXT_BYTES}) OVER (ORDER BY thing.id ${direction}) - ${TEXT_BYTES} AS bytes_before
           FROM posts thing
          WHERE thing.user_id = $1 AND thing.is_archived = $2
            AND ($3::uuid IS NULL OR thing.id ${after} $3)
            AND ($4::boolean IS NULL OR thing.is_public = $4)
            AND ($5::text IS NULL OR $5 = ANY(thing.tags))
            AND ($6::text IS NULL OR thing.title ${LIKE} $6 OR thing.content ${LIKE} $6
                 OR EXISTS (SELECT 1 FROM unnest(thing.tags) AS tag WHERE tag ${LIKE} $6))
          ORDER BY thing.id ${direction} LIMIT $7
       ) thing ${OWNER} WHERE thing.bytes_before <= ${LIMITS.page.bytes} ORDER BY thing.id ${direction}`,
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

  async listShown(readerId: string, userId: string, page: PostsPage): Promise<PostRow[]> {
    return this.dataSource.query(
      `SELECT ${listColumnsFor('$4')} FROM posts thing ${OWNER}
        WHERE thing.user_id = $1 AND ${VISIBLE.post} AND ($2::uuid IS NULL OR thing.id < $2)
        ORDER BY thing.id DESC LIMIT $3`,
      [userId, page.cursor ?? null, page.limit + 1, readerId],
    );
  }

  /** Returns a post and its neighbours. @param readerId null for a visitor. @returns undefined if it is not visible */
  async findPage(readerId: string | null, id: string): Promise<PostPageRow | undefined> {
    const rows: PostPageRow[] = await this.dataSource.query(
      `WITH page AS (
         SELECT ${columnsFor('$2::uuid')}, owner.bio, owner.profile_theme, owner.profile_theme_mode
           FROM posts thing ${OWNER}
          WHERE thing.id = $1 AND ${readerId === null ? POST_READABLE_BY_VISITORS : postReadableBy('$2::uuid')}
       )
       SELECT page.*, previous.id AS previous_id, previous.title AS previous_title,
              previous.created_at AS previous_created_at, next.id AS next_id, next.title AS next_title,
              next.created_at AS next_created_at
         FROM page LEFT JOIN LATERAL (${neighbour('<', 'DESC')}) previous ON true
         LEFT JOIN LATERAL (${neighbour('>', 'ASC')}) next ON true`,
      [id, readerId],
    );
    return rows[0];
  }

  /**
   * Returns the newest other items with the first tag of a post that has such items.
   * @param readerId null for a visitor
   * @returns no row if the post is not visible
   */
  async listAlsoAbout(
    readerId: string | null,
    id: string,
    { tags, items }: { tags: number; items: number },
  ): Promise<AlsoAboutRow[]> {
    const itemsOf = (table: 'posts' | 'images', kind: 'post' | 'image', name: 'post' | 'picture'): string =>
      `(SELECT '${name}' AS kind, thing.id, thing.title, ${authorColumns('owner')}
          FROM (SELECT item_id FROM tagged_items WHERE tag = wanted.tag AND kind = '${kind}'
                 ORDER BY item_id DESC LIMIT ${READ_FOR_ALSO}) tagged
         CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE id = tagged.item_id LIMIT 1) thing ${OWNER}
         WHERE ${VISIBLE[kind]} AND ${forReader(listedForVisitors('owner'), listedFor('owner', '$2'))} AND thing.id <> page.id
         ORDER BY tagged.item_id DESC LIMIT $4)`;
    return this.dataSource.query(
      `WITH page AS (
         SELECT thing.id, thing.tags FROM posts thing ${OWNER}
          WHERE thing.id = $1 AND ${forReader(POST_READABLE_BY_VISITORS, postReadableBy('$2'))}
       ), found AS (
         SELECT wanted.place, wanted.tag, item.*
           FROM page CROSS JOIN LATERAL unnest(page.tags[1:$3::integer]) WITH ORDINALITY AS wanted(tag, place)
          CROSS JOIN LATERAL (${itemsOf('posts', 'post', 'post')} UNION ALL ${itemsOf('images', 'image', 'picture')}) item
       )
       SELECT found.tag, found.kind, found.id, found.title, ${authorColumns('found')}
         FROM page LEFT JOIN found ON found.place = (SELECT min(place) FROM found)
        ORDER BY found.id DESC LIMIT $4`,
      [id, readerId, tags, items],
    );
  }

  /** Returns the reader's own posts and the posts of other public members that the reader has not muted, newest first. */
  async listFeed(userId: string, scope: FeedScope, page: PostsPage): Promise<PostRow[]> {
    return scope === 'near' ? this.listNear(userId, page) : this.listAll(userId, page);
  }

  /** Returns the visible posts with a tag, newest first. Each post is looked up by its key, so the time does not grow with their number. */
  async listTagged(readerId: string, tag: string, page: PostsPage): Promise<PostRow[]> {
    return this.dataSource.query(
      `SELECT ${listColumnsFor('$3')} FROM tagged_items tagged
        CROSS JOIN LATERAL (SELECT * FROM posts WHERE id = tagged.item_id LIMIT 1) thing ${OWNER}
        WHERE tagged.tag = $1 AND tagged.kind = 'post' AND ($2::uuid IS NULL OR tagged.item_id < $2)
          AND ${VISIBLE.post} AND ${listedFor('owner', '$3::uuid')}
        ORDER BY tagged.item_id DESC LIMIT $4`,
      [tag, page.cursor ?? null, readerId, page.limit + 1],
    );
  }

  /** Returns the newest posts with a tag that visitors see, among the newest ones of all authors. */
  async listTaggedForVisitors(tag: string, limit: number): Promise<PostRow[]> {
    return this.dataSource.query(
      `SELECT ${listColumnsFor('NULL')}
         FROM (SELECT item_id FROM tagged_items WHERE tag = $1 AND kind = 'post' ORDER BY item_id DESC LIMIT $2) tagged
        CROSS JOIN LATERAL (SELECT * FROM posts WHERE id = tagged.item_id LIMIT 1) thing ${OWNER}
        WHERE ${VISIBLE.post} AND ${listedForVisitors('owner')}
        ORDER BY tagged.item_id DESC LIMIT $3`,
      [tag, READ_FOR_VISITORS, limit],
    );
  }

  /** Returns the tags most often found with a tag, on its newest posts that the reader (null: a visitor) sees. */
  async listTogether(readerId: string | null, tag: string, limit: number): Promise<string[]> {
    const rows: { name: string }[] = await this.dataSource.query(
      `SELECT name FROM (SELECT item_id FROM tagged_items WHERE tag = $1 AND kind = 'post' ORDER BY item_id DESC LIMIT $2) tagged
        CROSS JOIN LATERAL (SELECT * FROM posts WHERE id = tagged.item_id LIMIT 1) thing ${OWNER}
        CROSS JOIN LATERAL unnest(thing.tags) AS name
        WHERE ${VISIBLE.post} AND name <> $1
          AND CASE WHEN $3::uuid IS NULL THEN ${listedForVisitors('owner')} ELSE ${listedFor('owner', '$3::uuid')} END
        GROUP BY name ORDER BY count(*) DESC, name COLLATE "C" LIMIT $4`,
      [tag, READ_FOR_TAGS, readerId, limit],
    );
    return rows.map(({ name }) => name);
  }

  async find(manager: EntityManager, id: string): Promise<PostRow | undefined> {
    return first(
      await manager.query(`SELECT ${OWN_COLUMNS} FROM posts thing ${OWNER} WHERE thing.id = $1`, [id]),
    );
  }

  /** @returns `undefined` if the member does not exist */
  async insert(manager: EntityManager, userId: string, post: PostValues): Promise<PostRow | undefined> {
    return first(
      await manager.query(
        `WITH thing AS (
           INSERT INTO posts (user_id, title, content, markdown_content, tags, given_tags, is_public, is_archived,
                              are_replies_closed, held_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $10 THEN now() END) RETURNING *
         ) SELECT ${OWN_COLUMNS} FROM thing ${OWNER}`,
        [userId, ...valuesOf(post)],
      ),
    );
  }

  /** @returns `undefined` if the post does not exist */
  async update(manager: EntityManager, id: string, post: PostValues): Promise<PostRow | undefined> {
    return first(
      await manager.query(
        `WITH thing AS (
           UPDATE posts
              SET title = $2, content = $3, markdown_content = $4, tags = $5, given_tags = $6, is_public = $7,
                  is_archived = $8, are_replies_closed = $9,
                  held_at = CASE WHEN $10 THEN coalesce(held_at, now()) END, updated_at = now()
            WHERE id = $1 RETURNING *
         ) SELECT ${OWN_COLUMNS} FROM thing ${OWNER}`,
        [id, ...valuesOf(post)],
      ),
    );
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM posts WHERE id = $1', [id]);
  }

  private async listAll(userId: string, page: PostsPage): Promise<PostRow[]> {
    return this.dataSource.query(
      `SELECT ${listColumnsFor('$1')} FROM posts thing ${OWNER}
        WHERE ${VISIBLE.post} AND ${listedFor('owner', '$1')} AND ${unmuted('owner.id', '$1')}
          AND ($2::uuid IS NULL OR thing.id < $2)
        ORDER BY thing.id DESC LIMIT $3`,
      [userId, page.cursor ?? null, page.limit + 1],
    );
  }

  /**
   * A private member has no links, even while the worker has yet to delete their rows. The query merges the newest
   * posts of each neighbour, so its time does not grow with the posts of everyone else.
   */
  private async listNear(userId: string, page: PostsPage): Promise<PostRow[]> {
    return this.dataSource.query(
      `WITH linked AS (
         SELECT to_user_id AS id, shared_tags FROM connections WHERE from_user_id = $1
         UNION ALL SELECT from_user_id, shared_tags FROM connections WHERE to_user_id = $1
       ), near AS (
         SELECT $1::uuid AS id, NULL::text[] AS shared_tags
         UNION ALL
         SELECT owner.id, linked.shared_tags FROM linked JOIN users owner ON owner.id = linked.id JOIN users self ON self.id = $1
          WHERE self.is_public AND ${listedFor('owner', '$1')} AND ${unmuted('owner.id', '$1')}
       ), newest AS (
         SELECT post.id, near.shared_tags FROM near CROSS JOIN LATERAL (
           SELECT thing.id FROM posts thing
            WHERE thing.user_id = near.id AND ${VISIBLE.post} AND ($2::uuid IS NULL OR thing.id < $2)
            ORDER BY thing.id DESC LIMIT $3
         ) AS post ORDER BY post.id DESC LIMIT $3
       )
       SELECT ${listColumnsFor('$1')},
              (SELECT shared.tag FROM unnest(newest.shared_tags) WITH ORDINALITY AS shared(tag, place)
                ORDER BY shared.tag = ANY(thing.tags) DESC, shared.place LIMIT 1) AS near_through
         FROM newest JOIN posts thing ON thing.id = newest.id ${OWNER} ORDER BY thing.id DESC`,
      [userId, page.cursor ?? null, page.limit + 1],
    );
  }
}

const first = (rows: PostRow[]): PostRow | undefined => rows[0];

const valuesOf = (post: PostValues): unknown[] => [
  post.title,
  post.content,
  post.markdown_content,
  post.tags,
  post.given_tags,
  post.is_public,
  post.is_archived,
  post.are_replies_closed,
  post.is_held,
];
