import { Injectable } from '@nestjs/common';
import type { AttachmentKind, ExportedMessage, RowOf } from '@oniverse/contracts';
import { isKept, LEAST_ID } from '@oniverse/data';
import { DataSource } from 'typeorm';
import type { ExportClaim, ExportCounts } from './server-exports.repository.js';

export interface ExportedServer {
  id: string;
  name: string;
  description: string | null;
}

export interface ExportedChannel extends ExportedServer {
  isPrivate: boolean;
  category: string | null;
}

/** A file of a message, as far as its name in the archive needs it. */
export interface NamedFile {
  id: string;
  kind: AttachmentKind;
  name: string;
  alt: string;
  createdAt: Date;
  /** Of the rendition of a picture; null for other files. */
  contentType: string | null;
}

export interface FileRow extends NamedFile {
  messageId: string;
  /** What readers get: a rendition of a picture, without metadata. Null if there is none. */
  objectPath: string | null;
}

/** The beginning of another message. */
export interface Excerpt {
  seq: number;
  /** Null if the account was erased. */
  author: ExportedMessage['author'];
  text: string;
}

export interface MessageRow extends Omit<RowOf<ExportedMessage>, 'files'> {
  /** Null if there are none. */
  files: (Omit<NamedFile, 'createdAt'> & { createdAt: string })[] | null;
  /** The message that it answers; null if it answers none, or that one was deleted. */
  answered: Excerpt | null;
}

export interface ThreadRow {
  id: string;
  /** The message that starts it; null if it was deleted. */
  start: Excerpt | null;
}

const PAGE = 500;
const EXCERPT = 120;

/** SQL for a member as JSON; null without one. @param alias of `users`, left joined */
const memberOf = (alias: string): string =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN jsonb_build_object(
     'userId', ${alias}.id, 'username', ${alias}.username, 'displayName', ${alias}.display_name) END`;

/** SQL for a left joined message as an {@link Excerpt}; null without one. */
const excerptOf = (message: string, author: string): string =>
  `CASE WHEN ${message}.id IS NOT NULL THEN jsonb_build_object(
     'seq', ${message}.seq, 'author', ${memberOf(author)}, 'text', left(${message}.content, ${EXCERPT})) END`;

/** Joins the rendition that shows most of a picture: the moving one, else the widest. */
const JOIN_RENDITION = `LEFT JOIN LATERAL (
    SELECT made.path, made.content_type FROM objects made
     WHERE made.rendition_of = attached.object_path AND made.state = 'used'
     ORDER BY made.is_animated DESC, made.width DESC LIMIT 1
  ) rendition ON attached.kind = 'picture'`;

const FILES = `(
  SELECT jsonb_agg(jsonb_build_object('id', attached.id, 'kind', attached.kind, 'name', attached.name, 'alt', attached.alt,
                     'createdAt', attached.created_at, 'contentType', rendition.content_type) ORDER BY attached.place)
    FROM attachments attached ${JOIN_RENDITION} WHERE attached.message_id = m.id)`;

const REACTIONS = `coalesce((
  SELECT jsonb_agg(jsonb_build_object('emoji', used.emoji, 'count', used.count) ORDER BY used.first_id)
    FROM (SELECT emoji, first_id, count(*) AS count FROM message_reactions
           WHERE channel_id = m.channel_id AND seq = m.seq GROUP BY emoji, first_id) used), '[]')`;

/** Reads what the owner of a server reads there, page by page, so that memory stays constant. */
@Injectable()
export class ExportedMessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findServer(serverId: string): Promise<ExportedServer | undefined> {
    const rows: ExportedServer[] = await this.dataSource.query(
      'SELECT id, name, description FROM servers WHERE id = $1',
      [serverId],
    );
    return rows[0];
  }

  /** Returns the channels of a server in their order, or the only one that is exported. A server has few. */
  async listChannels({ serverId, channelId }: ExportClaim): Promise<ExportedChannel[]> {
    return this.dataSource.query(
      `SELECT channel.id, channel.name, channel.description, channel.is_private AS "isPrivate", category.name AS category
         FROM channels channel LEFT JOIN channel_categories category ON category.id = channel.category_id
        WHERE channel.server_id = $1 AND ($2::uuid IS NULL OR channel.id = $2)
        ORDER BY category.position NULLS FIRST, category.id, channel.position NULLS LAST, channel.is_default DESC, channel.id`,
      [serverId, channelId],
    );
  }

  /** Counts what is in channels and their threads. */
  async count(channelIds: readonly string[]): Promise<ExportCounts> {
    const rows: ExportCounts[] = await this.dataSource.query(
      `SELECT (SELECT count(*)::integer FROM channels place JOIN messages m ON m.channel_id = place.id
                WHERE (place.id = ANY($1) OR place.parent_id = ANY($1)) AND ${isKept('m')}) AS "messageCount",
              (SELECT count(*)::integer FROM attachments WHERE listed_in = ANY($1)) AS "fileCount"`,
      [channelIds],
    );
    const row = rows[0];
    if (!row) throw new Error('A count returned no row.');
    return row;
  }

  /** Returns the messages of channels or threads until a time, in order of `channelId` and `seq`. */
  async *messages(channelIds: readonly string[], until: Date): AsyncGenerator<MessageRow, void, void> {
    let after = { channelId: LEAST_ID, seq: 0 };
    for (;;) {
      const page: MessageRow[] = await this.dataSource.query(
        `SELECT m.id, m.channel_id AS "channelId", m.seq, ${memberOf('author')} AS author, m.content,
                m.reply_to_seq AS "replyToSeq", ${excerptOf('answered', 'quoted')} AS answered, thread.id AS "threadId",
                CASE WHEN m.reacted_at IS NOT NULL THEN ${REACTIONS} ELSE '[]'::jsonb END AS reactions,
                CASE WHEN m.has_files THEN ${FILES} END AS files,
                m.created_at AS "createdAt", m.edited_at AS "editedAt"
           FROM messages m LEFT JOIN users author ON author.id = m.user_id
           LEFT JOIN messages answered ON answered.channel_id = m.channel_id AND answered.seq = m.reply_to_seq
                AND ${isKept('answered')}
           LEFT JOIN users quoted ON quoted.id = answered.user_id
           LEFT JOIN channels thread ON thread.parent_message_id = m.id
          WHERE m.channel_id = ANY($1::uuid[]) AND (m.channel_id, m.seq) > ($2::uuid, $3::integer)
            AND ${isKept('m')} AND m.created_at <= $4
          ORDER BY m.channel_id, m.seq LIMIT $5`,
        [channelIds, after.channelId, after.seq, until, PAGE],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last;
    }
  }

  /** Returns the threads of a channel in pages, the oldest first. */
  async *threadPages(channelId: string, until: Date): AsyncGenerator<ThreadRow[], void, void> {
    let after = LEAST_ID;
    for (;;) {
      const page: ThreadRow[] = await this.dataSource.query(
        `SELECT thread.id, ${excerptOf('start', 'author')} AS start
           FROM channels thread
           LEFT JOIN messages start ON start.id = thread.parent_message_id AND ${isKept('start')}
           LEFT JOIN users author ON author.id = start.user_id
          WHERE thread.parent_id = $1 AND thread.id > $2 AND thread.created_at <= $3 ORDER BY thread.id LIMIT $4`,
        [channelId, after, until, PAGE],
      );
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
    }
  }

  /** Returns the files of a channel and its threads until a time. */
  async *files(channelId: string, until: Date): AsyncGenerator<FileRow, void, void> {
    let after: Pick<FileRow, 'kind' | 'messageId' | 'id'> | undefined;
    for (;;) {
      const page: FileRow[] = await this.dataSource.query(
        `SELECT attached.id, attached.kind, attached.name, attached.alt, attached.created_at AS "createdAt",
                attached.message_id AS "messageId", rendition.content_type AS "contentType",
                CASE attached.kind WHEN 'picture' THEN rendition.path ELSE attached.object_path END AS "objectPath"
           FROM attachments attached JOIN messages m ON m.id = attached.message_id ${JOIN_RENDITION}
          WHERE attached.listed_in = $1 AND ${isKept('m')} AND m.created_at <= $2
            AND ($3::text IS NULL OR (attached.kind, attached.message_id) >= ($3, $4::uuid)
                 AND (attached.kind, attached.message_id, attached.id) > ($3, $4, $5::uuid))
          ORDER BY attached.kind, attached.message_id, attached.id LIMIT $6`,
        [channelId, until, after?.kind ?? null, after?.messageId ?? null, after?.id ?? null, PAGE],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last;
    }
  }
}
