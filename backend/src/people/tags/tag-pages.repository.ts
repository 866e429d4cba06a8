import { Injectable } from '@nestjs/common';
import { findContinuedTag, listedFor, listedForVisitors } from '@oniverse/data';
import { DataSource } from 'typeorm';
import {
  authorColumns,
  type AuthorRow,
  type CarrierRow,
  hasChanged,
  withoutHiddenTags,
} from '../../shared/index.js';

export interface TagFacts {
  id: string;
  is_hub: boolean;
  /** The reader's name if the reader shows the tag. */
  own_name: string | null;
}

export interface TagMemberRow extends AuthorRow, CarrierRow {
  strength: number;
}

export interface MembersPage {
  cursor?: string | undefined;
  limit: number;
}

/** Few members may be visible to visitors, so the number of members read for them is bounded. */
const READ_FOR_VISITORS = 2_000;
const OTHER_TAGS = 3;

const MEMBER = `owner.id, ${authorColumns('owner')}, ${hasChanged('owner.id')} AS has_changed`;
/** Some tags of a member besides tag $1. */
const OTHER_TAGS_OF_OWNER = `ARRAY(
  SELECT tags.name FROM user_tags other JOIN tags ON tags.id = other.tag_id
   WHERE other.user_id = owner.id AND other.tag_id <> $1 ORDER BY other.tag_id LIMIT ${OTHER_TAGS})`;
/** LIMIT 1 forces a lookup by key, whatever the planner estimates. */
const OWNER = 'CROSS JOIN LATERAL (SELECT * FROM users WHERE id = carrier.user_id LIMIT 1) owner';

/**
 * Queries on the members of a tag. `user_tags` has the tags of public members. Each query reads a bounded number of its
 * rows, because half of all members may show a tag.
 */
@Injectable()
export class TagPagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(readerId: string | null, tag: string): Promise<TagFacts | undefined> {
    const rows: TagFacts[] = await this.dataSource.query(
      `SELECT id, is_hub, (
                SELECT self.username FROM user_tags mine JOIN users self ON self.id = mine.user_id AND self.is_public
                 WHERE mine.user_id = $2 AND mine.tag_id = tags.id
              ) AS own_name
         FROM tags WHERE name = $1`,
      [tag, readerId],
    );
    return rows[0];
  }

  /** Returns the tag that an old one was cut off from. See `findContinuedTag`. */
  async findContinued(tag: string): Promise<string | undefined> {
    return findContinuedTag(this.dataSource.manager, tag);
  }

  /** Leaves out members who have hidden tag `tag` since, and the tags that they have hidden. */
  async dropHidden(rows: readonly TagMemberRow[], tag: string): Promise<TagMemberRow[]> {
    return withoutHiddenTags(this.dataSource.manager, rows, tag);
  }

  /** Returns the members with the tag who are linked with the reader, strongest first. A private reader has no links. */
  async listLinked(readerId: string, tagId: string, limit: number): Promise<TagMemberRow[]> {
    return this.dataSource.query(
      `SELECT ${MEMBER}, link.strength, link.shared_tags AS tags
         FROM (SELECT to_user_id AS id, strength, shared_tags FROM connections WHERE from_user_id = $2
               UNION ALL SELECT from_user_id, strength, shared_tags FROM connections WHERE to_user_id = $2) link
         JOIN user_tags carrier ON carrier.user_id = link.id AND carrier.tag_id = $1
         JOIN users self ON self.id = $2 AND self.is_public
         JOIN users owner ON owner.id = link.id
        WHERE ${listedFor('owner', '$2::uuid')}
        ORDER BY link.strength DESC, owner.id DESC LIMIT $3`,
      [tagId, readerId, limit],
    );
  }

  /** Returns the members with the tag, newest first, with their lines to the reader. */
  async listMembers(
    readerId: string,
    tagId: string,
    { cursor, limit }: MembersPage,
  ): Promise<TagMemberRow[]> {
    return this.dataSource.query(
      `SELECT ${MEMBER}, coalesce(link.strength, 0) AS strength,
              coalesce(link.shared_tags, ${OTHER_TAGS_OF_OWNER}) AS tags
         FROM user_tags carrier ${OWNER}
         JOIN users self ON self.id = $2
         LEFT JOIN connections link ON self.is_public
              AND link.from_user_id = least($2::uuid, owner.id) AND link.to_user_id = greatest($2::uuid, owner.id)
        WHERE carrier.tag_id = $1 AND ($3::uuid IS NULL OR carrier.user_id < $3)
          AND owner.is_public AND ${listedFor('owner', '$2::uuid')}
        ORDER BY carrier.user_id DESC LIMIT $4`,
      [tagId, readerId, cursor ?? null, limit],
    );
  }

  /** Returns members with the tag that visitors see, among the newest ones. */
  async listMembersForVisitors(tagId: string, limit: number): Promise<TagMemberRow[]> {
    return this.dataSource.query(
      `SELECT ${MEMBER}, 0 AS strength, ${OTHER_TAGS_OF_OWNER} AS tags
         FROM (SELECT user_id FROM user_tags WHERE tag_id = $1 ORDER BY user_id DESC LIMIT $2) carrier ${OWNER}
        WHERE ${listedForVisitors('owner')} ORDER BY carrier.user_id DESC LIMIT $3`,
      [tagId, READ_FOR_VISITORS, limit],
    );
  }

  /** Counts the members with the tag that the reader sees, up to `max`. */
  async countMembers(readerId: string, tagId: string, max: number): Promise<number> {
    const rows: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::integer AS count FROM (
         SELECT FROM user_tags carrier ${OWNER}
          WHERE carrier.tag_id = $1 AND owner.is_public AND ${listedFor('owner', '$2::uuid')} LIMIT $3) counted`,
      [tagId, readerId, max],
    );
    return rows[0]?.count ?? 0;
  }

  async listLinksAmong(userIds: readonly string[]): Promise<{ from_user_id: string; to_user_id: string }[]> {
    return this.dataSource.query(
      `SELECT from_user_id, to_user_id FROM connections
        WHERE from_user_id = ANY($1::uuid[]) AND to_user_id = ANY($1::uuid[])`,
      [userIds],
    );
  }
}
