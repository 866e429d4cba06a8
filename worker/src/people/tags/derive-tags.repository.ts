import { Injectable } from '@nestjs/common';
import { normaliseTag } from '@oniverse/contracts';
import { VISIBLE } from '@oniverse/data';
import { combineTags } from '@oniverse/markdown';
import type { EntityManager } from 'typeorm';

/** An item with tags, as read. */
export interface TaggedRow {
  id: string;
  user_id: string;
  tags: string[];
  given_tags: string[];
  /** The markdown text in which tags are found; empty if the item has none. */
  text: string;
}

/** A bookmark; its `tag` is null if it keeps something else. */
export interface TagBookmark {
  id: string;
  user_id: string;
  tag: string | null;
}

export interface DerivedTags {
  tags: string[];
  given: string[];
}

interface Source {
  /** The columns of the tags from the tags field and of the text; undefined if all tags come from the field. */
  columns?: { given: string; text: string };
  /** A condition on a row `thing`. */
  isShown: string;
}

const WITH_TEXT = { given: 'given_tags', text: 'markdown_content' };

const SOURCES = {
  posts: { columns: WITH_TEXT, isShown: VISIBLE.post },
  profile_archives: { columns: WITH_TEXT, isShown: 'false' },
  images: { isShown: VISIBLE.image },
  boards: { isShown: VISIBLE.board },
  capsules: { isShown: 'false' },
} as const satisfies Record<string, Source>;

export type TaggedTable = keyof typeof SOURCES;

const namesOf = (tags: readonly string[]): string[] => [
  ...new Set(tags.flatMap((tag) => normaliseTag(tag) ?? [])),
];

/** Returns the tags that an item would get today. */
export function derivedTagsOf({ given_tags, text }: TaggedRow): DerivedTags {
  const given = namesOf(given_tags);
  return { given, tags: combineTags(given, text) };
}

/** Reads and writes the tags of items and bookmarks. */
@Injectable()
export class DeriveTagsRepository {
  async list(manager: EntityManager, table: TaggedTable, after: string, limit: number): Promise<TaggedRow[]> {
    const { columns }: Source = SOURCES[table];
    return manager.query(
      `SELECT id, user_id, tags, ${columns?.given ?? 'tags'} AS given_tags, ${columns?.text ?? `''`} AS text
         FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    );
  }

  /** Locks members before their items, like every change of a member's content, to prevent deadlocks. */
  async lockMembers(manager: EntityManager, userIds: readonly string[]): Promise<void> {
    await manager.query('SELECT FROM users WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [
      userIds,
    ]);
  }

  /**
   * Stores derived tags unless the item has changed since it was read; its change has derived them then.
   * @returns whether others see the item; undefined if it has changed
   */
  async store(
    manager: EntityManager,
    table: TaggedTable,
    row: TaggedRow,
    { tags, given }: DerivedTags,
  ): Promise<boolean | undefined> {
    const { columns, isShown }: Source = SOURCES[table];
    const [texts, same, parameters] = columns
      ? [
          `, ${columns.given} = $4`,
          ` AND thing.${columns.given} = $5 AND thing.${columns.text} = $6`,
          [given, row.given_tags, row.text],
        ]
      : ['', '', []];
    const [stored]: [{ is_shown: boolean }[], number] = await manager.query(
      `UPDATE ${table} thing SET tags = $2${texts} FROM users owner
        WHERE thing.id = $1 AND owner.id = thing.user_id AND thing.tags = $3${same}
        RETURNING (${isShown}) AND owner.is_public AS is_shown`,
      [row.id, tags, row.tags, ...parameters],
    );
    return stored[0]?.is_shown;
  }

  /** Returns the kept tags after a bookmark, with their owners. */
  async listBookmarks(manager: EntityManager, after: string, limit: number): Promise<TagBookmark[]> {
    return manager.query('SELECT id, user_id, tag FROM bookmarks WHERE id > $1 ORDER BY id LIMIT $2', [
      after,
      limit,
    ]);
  }

  /** Renames a kept tag. If the member keeps the other one too, that bookmark stays instead. */
  async renameBookmark(manager: EntityManager, id: string, tag: string): Promise<void> {
    await manager.query(
      `DELETE FROM bookmarks kept WHERE kept.id = $1
          AND EXISTS (SELECT FROM bookmarks other WHERE other.user_id = kept.user_id AND other.tag = $2)`,
      [id, tag],
    );
    await manager.query('UPDATE bookmarks SET tag = $2 WHERE id = $1', [id, tag]);
  }
}
