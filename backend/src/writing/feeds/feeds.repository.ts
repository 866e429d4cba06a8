import { Injectable } from '@nestjs/common';
import { FEED } from '@oniverse/contracts';
import { listedForVisitors, VISIBLE } from '@oniverse/data';
import { DataSource } from 'typeorm';

export interface FeedPost {
  id: string;
  user_id: string;
  title: string;
  tags: string[];
  created_at: Date;
  updated_at: Date;
  username: string;
  display_name: string | null;
}

/**
 * How many of the newest posts with a tag are searched for entries of its feed. It bounds the time of a common tag that
 * hardly any author shows to visitors.
 */
const SEARCHED_POSTS = 2_000;

const COLUMNS = `thing.id, thing.user_id, thing.title, thing.tags, thing.created_at, thing.updated_at,
  owner.username, owner.display_name`;
/** One more character than an entry can have, so that a longer text is recognised. */
const TEXT_LENGTH = FEED.entryBytes + 1;
/** Whether visitors may read the posts of `owner` in a feed. */
const FED = `${listedForVisitors('owner')} AND owner.has_feed`;

@Injectable()
export class FeedsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Finds a member, also by a former Oni ID that the member holds. @returns undefined for nobody, or a member without a feed */
  async findAuthor(
    username: string,
  ): Promise<{ id: string; username: string; display_name: string | null } | undefined> {
    const rows: { id: string; username: string; display_name: string | null }[] = await this.dataSource.query(
      `SELECT owner.id, owner.username, owner.display_name FROM users owner WHERE owner.id = member_named($1) AND ${FED}`,
      [username],
    );
    return rows[0];
  }

  /** Returns a member's newest visible posts, without their texts. */
  async listByAuthor(userId: string): Promise<FeedPost[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM posts thing JOIN users owner ON owner.id = thing.user_id
        WHERE thing.user_id = $1 AND ${VISIBLE.post} AND ${FED} ORDER BY thing.id DESC LIMIT ${FEED.entries}`,
      [userId],
    );
  }

  /** Returns the newest visible posts with a tag, without their texts. */
  async listByTag(tag: string): Promise<FeedPost[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS}
         FROM (SELECT item_id FROM tagged_items WHERE tag = $1 AND kind = 'post'
                ORDER BY item_id DESC LIMIT ${SEARCHED_POSTS}) AS tagged
         CROSS JOIN LATERAL (SELECT * FROM posts WHERE id = tagged.item_id LIMIT 1) AS thing
         JOIN users owner ON owner.id = thing.user_id
        WHERE ${VISIBLE.post} AND ${FED} ORDER BY tagged.item_id DESC LIMIT ${FEED.entries}`,
      [tag],
    );
  }

  /** Returns the beginnings of posts by id, as far as visitors may read them. */
  async findTexts(ids: readonly string[]): Promise<Map<string, string>> {
    const rows: { id: string; text: string }[] = await this.dataSource.query(
      `SELECT thing.id, left(thing.markdown_content, ${TEXT_LENGTH}) AS text
         FROM posts thing JOIN users owner ON owner.id = thing.user_id
        WHERE thing.id = ANY($1::uuid[]) AND ${VISIBLE.post} AND ${FED}`,
      [ids],
    );
    return new Map(rows.map(({ id, text }) => [id, text]));
  }
}
