import { Injectable } from '@nestjs/common';
import { User } from '@oniverse/data';
import { DataSource } from 'typeorm';
import type { WrittenText } from './markdown.js';

/** A text of the member's, and its id. */
export interface TextRow extends WrittenText {
  id: string;
}

/** A picture of the member's, and what its bytes are. */
export interface PictureRow {
  id: string;
  title: string | null;
  description: string | null;
  boardId: string | null;
  imageUrl: string;
  tags: string[];
  isPublic: boolean;
  width: number | null;
  height: number | null;
  contentType: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A channel in which the member wrote. What a dimension is called that the member may not see any more is left out. */
export interface WrittenChannel {
  serverId: string;
  serverName: string | null;
  channelId: string;
  channelName: string | null;
}

/** Something that a member wrote in a channel. */
export interface WrittenMessage {
  id: string;
  seq: number;
  content: string;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
}

/** A way into a dimension that the member made, without what it is known by: a code is told once. */
export interface MadeInvite {
  serverId: string;
  /** null for a dimension that the member may not see any more */
  serverName: string | null;
  maxUses: number | null;
  uses: number;
  createdAt: Date;
  expiresAt: Date;
}

/** An entry of a list: whatever is exported of it, and what the list is ordered by. */
type Entry = Record<string, unknown> & { id: string };

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** Entries that are in memory at the same time: of those with long texts, and of all else. */
const LONG_ENTRIES = 20;
const ENTRIES = 500;

interface ListDefinition {
  /** Of the member $1, after the id $2, ordered by `id`, at most $3. What it selects is what is exported. */
  sql: string;
  atOnce: number;
}

const DATED = 'created_at AS "createdAt", updated_at AS "updatedAt"';
const POST = `id, title, content, markdown_content AS "markdownContent", tags, is_public AS "isPublic",
  is_archived AS "isArchived", ${DATED}`;
const posts = (isArchived: boolean): ListDefinition => ({
  sql: `SELECT ${POST} FROM posts WHERE user_id = $1 AND is_archived = ${isArchived} AND id > $2 ORDER BY id LIMIT $3`,
  atOnce: LONG_ENTRIES,
});

/** The lists that are exported as they stand here, by the names of their files. */
export const DATA_LISTS = {
  posts: posts(false),
  'archived-posts': posts(true),
  capsules: {
    sql: `SELECT id, name, description, tags, ${DATED} FROM capsules
           WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    atOnce: ENTRIES,
  },
  'profile-archives': {
    sql: `SELECT id, title, markdown_content AS "markdownContent", capsule_id AS "capsuleId", tags,
                 is_hidden AS "isHidden", created_at AS "createdAt"
            FROM profile_archives WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    atOnce: LONG_ENTRIES,
  },
  boards: {
    sql: `SELECT id, name, description, tags, is_public AS "isPublic", ${DATED} FROM boards
           WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    atOnce: ENTRIES,
  },
  memberships: {
    sql: `SELECT server.id, server.name, server.is_public AS "isPublic", member.role, member.joined_at AS "joinedAt"
            FROM server_members member JOIN servers server ON server.id = member.server_id
           WHERE member.user_id = $1 AND server.id > $2 ORDER BY server.id LIMIT $3`,
    atOnce: ENTRIES,
  },
  'read-marks': {
    sql: `SELECT channel_id AS id, read_seq AS "readSeq" FROM channel_reads
           WHERE user_id = $1 AND channel_id > $2 ORDER BY channel_id LIMIT $3`,
    atOnce: ENTRIES,
  },
  // By what may be shown of them; never by what they are known by inside.
  sessions: {
    sql: `SELECT public_id AS id, device, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
                 expires_at AS "expiresAt"
            FROM sessions WHERE user_id = $1 AND public_id > $2 ORDER BY public_id LIMIT $3`,
    atOnce: ENTRIES,
  },
  // As the constellation shows them: where both are public.
  connections: {
    sql: `SELECT other.id, other.username, other.display_name AS "displayName", link.strength,
                 link.shared_tags AS "sharedTags", link.created_at AS "createdAt"
            FROM (SELECT to_user_id AS other_id, strength, shared_tags, created_at FROM connections WHERE from_user_id = $1
                  UNION ALL
                  SELECT from_user_id, strength, shared_tags, created_at FROM connections WHERE to_user_id = $1) link
            JOIN users other ON other.id = link.other_id AND other.is_public
            JOIN users own ON own.id = $1 AND own.is_public
           WHERE link.other_id > $2 ORDER BY other.id LIMIT $3`,
    atOnce: ENTRIES,
  },
} as const satisfies Record<string, ListDefinition>;
export type DataList = keyof typeof DATA_LISTS;

/** Reads all that a member has, page after page, so that memory does not grow with it. */
@Injectable()
export class MemberDataRepository {
  constructor(private readonly dataSource: DataSource) {}

  async member(userId: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ id: userId });
  }

  /** The claim of an address on the waitlist, without what is secret of it. */
  async waitlistEntry(email: string): Promise<object | undefined> {
    const rows: object[] = await this.dataSource.query(
      `SELECT email, oni_id AS "oniId", source, created_at AS "createdAt" FROM waitlist_entries WHERE email = $1`,
      [email],
    );
    return rows[0];
  }

  /** What a list exports, entry by entry. */
  entries(userId: string, list: DataList): AsyncGenerator<Entry, void, void> {
    const { sql, atOnce } = DATA_LISTS[list];
    return this.pages<Entry>(sql, userId, atOnce);
  }

  /** Posts, or archives of the profile, as texts to read. */
  texts(
    userId: string,
    list: 'posts' | 'archived-posts' | 'profile-archives',
  ): AsyncGenerator<TextRow, void, void> {
    return this.pages<TextRow>(DATA_LISTS[list].sql, userId, LONG_ENTRIES);
  }

  pictures(userId: string): AsyncGenerator<PictureRow, void, void> {
    return this.pages<PictureRow>(
      `SELECT image.id, image.title, image.description, image.board_id AS "boardId", image.image_url AS "imageUrl",
              image.tags, image.is_public AS "isPublic", image.width, image.height, object.content_type AS "contentType",
              image.created_at AS "createdAt", image.updated_at AS "updatedAt"
         FROM images image JOIN objects object ON object.path = image.image_url
        WHERE image.user_id = $1 AND image.id > $2 ORDER BY image.id LIMIT $3`,
      userId,
      ENTRIES,
    );
  }

  /** What an object is, where the member has such a one; undefined where not. */
  async contentType(userId: string, path: string): Promise<string | undefined> {
    const rows: { content_type: string }[] = await this.dataSource.query(
      'SELECT content_type FROM objects WHERE path = $2 AND user_id = $1 AND content_type IS NOT NULL',
      [userId, path],
    );
    return rows[0]?.content_type;
  }

  /** The tags of all that a member has, and of how many things each is. */
  async *tags(
    userId: string,
    ofProfile: readonly string[],
  ): AsyncGenerator<{ name: string; uses: number }, void, void> {
    let after = '';
    for (;;) {
      const page: { name: string; uses: number }[] = await this.dataSource.query(
        `SELECT name, count(*)::integer AS uses FROM (
           SELECT unnest(tags) AS name FROM posts WHERE user_id = $1
           UNION ALL SELECT unnest(tags) FROM images WHERE user_id = $1
           UNION ALL SELECT unnest(tags) FROM boards WHERE user_id = $1
           UNION ALL SELECT unnest(tags) FROM capsules WHERE user_id = $1
           UNION ALL SELECT unnest(tags) FROM profile_archives WHERE user_id = $1
           UNION ALL SELECT unnest($2::text[])
         ) AS used
         WHERE name COLLATE "C" > $3 GROUP BY name ORDER BY name COLLATE "C" LIMIT $4`,
        [userId, ofProfile, after, TAGS],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < TAGS) return;
      after = last.name;
    }
  }

  /** The invites that the member made, those that no longer work too, as long as they are kept. */
  async *invites(userId: string): AsyncGenerator<MadeInvite, void, void> {
    const invites = this.pages<MadeInvite & { id: string }>(
      `SELECT invite.id, server.id AS "serverId",
              CASE WHEN server.is_public OR member.id IS NOT NULL THEN server.name END AS "serverName",
              invite.max_uses AS "maxUses", invite.uses, invite.created_at AS "createdAt",
              invite.expires_at AS "expiresAt"
         FROM invites invite JOIN servers server ON server.id = invite.server_id
         LEFT JOIN server_members member ON member.server_id = server.id AND member.user_id = $1
        WHERE invite.created_by = $1 AND invite.id > $2 ORDER BY invite.id LIMIT $3`,
      userId,
      ENTRIES,
      '',
    );
    for await (const { id: _hash, ...invite } of invites) yield invite;
  }

  /** The channels in which the member wrote, one after another. */
  async *channels(userId: string): AsyncGenerator<WrittenChannel, void, void> {
    let after = BEFORE_ALL;
    for (;;) {
      // The next one by the index of the member's messages, however many there are in each.
      const rows: WrittenChannel[] = await this.dataSource.query(
        `SELECT server.id AS "serverId", channel.id AS "channelId",
                CASE WHEN server.is_public OR member.id IS NOT NULL THEN server.name END AS "serverName",
                CASE WHEN server.is_public OR member.id IS NOT NULL THEN channel.name END AS "channelName"
           FROM (SELECT channel_id FROM messages WHERE user_id = $1 AND channel_id > $2
                  ORDER BY channel_id, seq LIMIT 1) written
           JOIN channels channel ON channel.id = written.channel_id JOIN servers server ON server.id = channel.server_id
           LEFT JOIN server_members member ON member.server_id = server.id AND member.user_id = $1`,
        [userId, after],
      );
      const next = rows[0];
      if (!next) return;
      yield next;
      after = next.channelId;
    }
  }

  /** What the member wrote in a channel; of what was deleted its place alone, as everywhere. */
  async *messages(userId: string, channelId: string): AsyncGenerator<WrittenMessage, void, void> {
    let after = 0;
    for (;;) {
      const page: WrittenMessage[] = await this.dataSource.query(
        `SELECT id, seq, content, created_at AS "createdAt",
                edited_at AS "editedAt", deleted_at AS "deletedAt"
           FROM messages WHERE user_id = $1 AND channel_id = $2 AND seq > $3 ORDER BY seq LIMIT $4`,
        [userId, channelId, after, ENTRIES],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < ENTRIES) return;
      after = last.seq;
    }
  }

  private async *pages<T extends { id: string }>(
    sql: string,
    userId: string,
    atOnce: number,
    beforeAll = BEFORE_ALL,
  ): AsyncGenerator<T, void, void> {
    let after = beforeAll;
    for (;;) {
      const page: T[] = await this.dataSource.query(sql, [userId, after, atOnce]);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < atOnce) return;
      after = last.id;
    }
  }
}

/** Tags of one page: finding a page takes a look at all that the member has. */
const TAGS = 10_000;
