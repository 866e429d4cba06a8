import { Injectable } from '@nestjs/common';
import type { IndexedTag } from '@oniverse/contracts';
import { listedFor, unmuted, VISIBLE } from '@oniverse/data';
import { DataSource } from 'typeorm';

export interface TaggedPostRow {
  user_id: string;
  tags: string[];
}

export interface TagNamesPage {
  /** The first characters of the names. */
  prefix?: string;
  cursor?: string;
  limit: number;
}

/** The newest posts whose tags are those of the moment. */
const READ_POSTS = 200;
/** The strongest links, and tags of each linked member, that are read. */
const READ_LINKS = 50;
const READ_TAGS = 50;
/** The newest tags that are read, of which few may be shown. */
const READ_NEW = 2_000;
/** Above every character that a tag can have. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Queries on the tags that members show. Each reads a bounded number of rows. */
@Injectable()
export class TagIndexRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the tags of the newest posts that the reader sees, newest first. */
  async listTaggedPosts(readerId: string): Promise<TaggedPostRow[]> {
    return this.dataSource.query(
      `SELECT thing.user_id, thing.tags FROM posts thing JOIN users owner ON owner.id = thing.user_id
        WHERE ${VISIBLE.post} AND ${listedFor('owner', '$1')} AND ${unmuted('owner.id', '$1')}
        ORDER BY thing.id DESC LIMIT ${READ_POSTS}`,
      [readerId],
    );
  }

  /** Returns the tags most common among the members with the strongest lines to the reader, without the reader's own. */
  async listNear(readerId: string, limit: number): Promise<string[]> {
    const rows: { name: string }[] = await this.dataSource.query(
      `WITH linked AS (
         SELECT link.id FROM (
           SELECT to_user_id AS id, strength FROM connections WHERE from_user_id = $1
           UNION ALL SELECT from_user_id, strength FROM connections WHERE to_user_id = $1) link
           JOIN users owner ON owner.id = link.id JOIN users self ON self.id = $1 AND self.is_public
          WHERE ${listedFor('owner', '$1')} AND ${unmuted('owner.id', '$1')}
          ORDER BY link.strength DESC, link.id LIMIT ${READ_LINKS})
       SELECT tags.name FROM linked
        CROSS JOIN LATERAL (SELECT tag_id FROM user_tags WHERE user_id = linked.id LIMIT ${READ_TAGS}) theirs
         JOIN tags ON tags.id = theirs.tag_id AND tags.usage_count > 0
        WHERE NOT EXISTS (SELECT FROM user_tags mine WHERE mine.user_id = $1 AND mine.tag_id = tags.id)
        GROUP BY tags.id ORDER BY count(*) DESC, tags.name COLLATE "C" LIMIT $2`,
      [readerId, limit],
    );
    return rows.map(({ name }) => name);
  }

  /** Returns the shown tags that were first used in the last days, newest first. Ids sort by creation time. */
  async listNew(days: number, limit: number): Promise<string[]> {
    const rows: { name: string }[] = await this.dataSource.query(
      `SELECT name FROM (
         SELECT id, name, usage_count FROM tags WHERE id > (SELECT uuidv7(make_interval(days => -$1::integer)))
          ORDER BY id DESC LIMIT ${READ_NEW}) newest
        WHERE usage_count > 0 ORDER BY id DESC LIMIT $2`,
      [days, limit],
    );
    return rows.map(({ name }) => name);
  }

  /** Returns the shown tags by name. Has `limit + 1` rows if another page follows. */
  async listNames({ prefix = '', cursor, limit }: TagNamesPage): Promise<IndexedTag[]> {
    return this.dataSource.query(
      `SELECT id, name FROM tags
        WHERE usage_count > 0 AND name COLLATE "C" >= $1 AND name COLLATE "C" < $2
          AND ($3::uuid IS NULL OR name COLLATE "C" > (SELECT last.name FROM tags last WHERE last.id = $3))
        ORDER BY name COLLATE "C" LIMIT $4`,
      [prefix, `${prefix}${LAST_CHARACTER}`, cursor ?? null, limit + 1],
    );
  }
}
