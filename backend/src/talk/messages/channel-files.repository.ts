import { Injectable } from '@nestjs/common';
import type { AttachmentKind } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource } from 'typeorm';
import { FROM_MESSAGES, MESSAGE_COLUMNS, MESSAGE_JOINS, type MessageRow } from './messages.repository.js';

export interface FilesPlace {
  channelId: string;
  /** Whether it is a thread, which lists its own files; a channel lists those of its threads too. */
  isThread: boolean;
}

type Position = Pick<PageQueryDto, 'limit' | 'cursor'>;

/** The condition of the index `messages_links_idx`. It holds for every message with a link, and for some without. */
const MAY_HAVE_LINKS = `m.deleted_at IS NULL AND m.content ~ 'https?://'`;

@Injectable()
export class ChannelFilesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns a page of the messages with files of some kinds, newest first, plus one more row if there is a next page. Each
   * kind is read through the index apart, so that rare ones cost no scan of the others.
   */
  async listWithFiles(
    { channelId, isThread }: FilesPlace,
    kinds: readonly AttachmentKind[],
    { limit, cursor }: Position,
  ): Promise<MessageRow[]> {
    return this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS}
         FROM (
           SELECT DISTINCT newest.message_id
             FROM unnest($2::text[]) AS wanted (kind)
            CROSS JOIN LATERAL (
              SELECT file.message_id FROM attachments file
               WHERE file.${isThread ? 'channel_id' : 'listed_in'} = $1 AND file.kind = wanted.kind
                 AND ($3::uuid IS NULL OR file.message_id < $3)
               GROUP BY file.message_id ORDER BY file.message_id DESC LIMIT $4
            ) newest
            ORDER BY newest.message_id DESC LIMIT $4
         ) listed
         JOIN messages m ON m.id = listed.message_id ${MESSAGE_JOINS}
        ORDER BY listed.message_id DESC`,
      [channelId, kinds, cursor ?? null, limit + 1],
    );
  }

  /** Returns a page of the messages that may have links, newest first, plus one more row if there is a next page. */
  async listWithLinks(channelId: string, { limit, cursor }: Position): Promise<MessageRow[]> {
    return this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES}
        WHERE m.channel_id = $1 AND ($2::uuid IS NULL OR m.id < $2) AND ${MAY_HAVE_LINKS}
        ORDER BY m.id DESC LIMIT $3`,
      [channelId, cursor ?? null, limit + 1],
    );
  }
}
