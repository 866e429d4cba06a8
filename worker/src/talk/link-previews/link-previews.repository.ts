import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { serverOfChannel, TOUCH } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import type { Thumbnail } from './thumbnail.js';

/** A message whose links may get previews. */
export interface PreviewedMessage {
  channelId: string;
  seq: number;
  /** Empty if it was deleted or its author was erased. */
  content: string;
  /** Whether its dimension has previews. Those in a conversation are enqueued only if a member asked. */
  hasPreviews: boolean;
}

export interface StoredLink {
  place: number;
  address: string;
  /** Null if the preview was removed from the message. */
  previewId: string | null;
}

/** What a page said of itself, with its stored picture. */
export interface FoundPreview {
  site: string | undefined;
  title: string | undefined;
  description: string | undefined;
  picture: (Pick<Thumbnail, 'width' | 'height'> & { path: string }) | undefined;
}

/** A fetch that a worker began. */
export interface PreviewClaim {
  id: string;
  /** The number of unfinished attempts, this one included. */
  attempts: number;
}

const FOUND_DAYS = 7;
const NOTHING_DAYS = 1;
/** Longer than a fetch takes. After this time, the worker that began it has ended. */
const CLAIM_SECONDS = 60;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

@Injectable()
export class LinkPreviewsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findMessage(
    messageId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<PreviewedMessage | undefined> {
    const rows: PreviewedMessage[] = await manager.query(
      `SELECT message.channel_id AS "channelId", message.seq, coalesce(server.has_link_previews, true) AS "hasPreviews",
              CASE WHEN message.user_id IS NULL THEN '' ELSE message.content END AS content
         FROM messages message JOIN channels channel ON channel.id = message.channel_id
         LEFT JOIN servers server ON server.id = ${serverOfChannel('channel')}
        WHERE message.id = $1`,
      [messageId],
    );
    return rows[0];
  }

  async listLinks(
    { channelId, seq }: PreviewedMessage,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StoredLink[]> {
    return manager.query(
      `SELECT place, address, preview_id AS "previewId" FROM message_links
        WHERE channel_id = $1 AND seq = $2 ORDER BY place`,
      [channelId, seq],
    );
  }

  /** Returns the ids of cached previews by their addresses; null for a page that said nothing. */
  async findCached(
    addresses: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Map<string, string | null>> {
    if (addresses.length === 0) return new Map();
    const rows: { address: string; id: string | null }[] = await manager.query(
      `SELECT given.address, CASE cached.state WHEN 'found' THEN cached.id END AS id
         FROM unnest($1::text[], $2::text[]) AS given (address, hash)
        CROSS JOIN LATERAL (
          SELECT id, state FROM link_previews
           WHERE address_hash = given.hash AND state <> 'pending' AND expires_at > now()
           ORDER BY expires_at DESC LIMIT 1
        ) cached`,
      [addresses, addresses.map(sha256)],
    );
    return new Map(rows.map(({ address, id }) => [address, id]));
  }

  /** Begins a fetch. @returns undefined while another worker fetches the address */
  async claim(address: string): Promise<PreviewClaim | undefined> {
    const rows: PreviewClaim[] = await this.dataSource.query(
      `INSERT INTO link_previews AS preview (address_hash, attempts, expires_at)
       VALUES ($1, 1, now() + $2::integer * interval '1 second')
       ON CONFLICT (address_hash) WHERE state = 'pending'
       DO UPDATE SET attempts = preview.attempts + 1, expires_at = excluded.expires_at WHERE preview.expires_at <= now()
       RETURNING id, attempts`,
      [sha256(address), CLAIM_SECONDS],
    );
    return rows[0];
  }

  /** Ends an attempt that may be repeated. */
  async releaseClaim({ id }: PreviewClaim): Promise<void> {
    await this.dataSource.query(
      `UPDATE link_previews SET attempts = attempts - 1, expires_at = now() WHERE id = $1 AND state = 'pending'`,
      [id],
    );
  }

  /** Stores the result of a fetch. @returns false if another worker began and ended one since the claim ended */
  async complete(
    manager: EntityManager,
    { id }: PreviewClaim,
    found: FoundPreview | undefined,
  ): Promise<boolean> {
    const [, completed]: [unknown, number] = await manager.query(
      `UPDATE link_previews
          SET state = $2, attempts = 0, site = $3, title = $4, description = $5, picture_path = $6,
              picture_width = $7, picture_height = $8, fetched_at = now(),
              expires_at = now() + $9::integer * interval '1 day'
        WHERE id = $1 AND state = 'pending'`,
      [
        id,
        found ? 'found' : 'nothing',
        found?.site ?? null,
        found?.title ?? null,
        found?.description ?? null,
        found?.picture?.path ?? null,
        found?.picture?.width ?? null,
        found?.picture?.height ?? null,
        found ? FOUND_DAYS : NOTHING_DAYS,
      ],
    );
    return completed > 0;
  }

  /** Inserts the row of a picture that is about to be stored. It has no owner. */
  async insertPicture(path: string, { bytes, contentType }: Thumbnail): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO objects (path, state, upload_expires_at, content_type, size, sha256)
       VALUES ($1, 'arriving', now(), $2, $3, $4)`,
      [path, contentType, bytes.length, sha256(bytes)],
    );
  }

  /** Replaces the links of a message, whose channel the transaction has locked. */
  async replaceLinks(
    manager: EntityManager,
    { channelId, seq }: PreviewedMessage,
    links: readonly StoredLink[],
  ): Promise<void> {
    await manager.query('DELETE FROM message_links WHERE channel_id = $1 AND seq = $2', [channelId, seq]);
    await manager.query(
      `INSERT INTO message_links (channel_id, seq, place, address, preview_id)
       SELECT $1, $2, given.* FROM unnest($3::integer[], $4::text[], $5::uuid[]) AS given (place, address, preview_id)`,
      [
        channelId,
        seq,
        links.map(({ place }) => place),
        links.map(({ address }) => address),
        links.map(({ previewId }) => previewId),
      ],
    );
  }

  /** Gives a message the next revision of its channel, which the transaction has locked. @returns the revision */
  async touch(manager: EntityManager, messageId: string): Promise<number> {
    const rows: { rev: number }[] = await manager.query(`WITH ${TOUCH} SELECT rev FROM changed`, [messageId]);
    const [changed] = rows;
    if (!changed) throw new Error('The message does not exist.');
    return changed.rev;
  }

  /** Deletes previews that are no longer cached and that no message has. @returns how many, at most `limit` */
  async deleteUnused(limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM link_previews WHERE id IN (
         SELECT id FROM link_previews preview
          WHERE expires_at <= now() - CASE state WHEN 'pending' THEN interval '1 day' ELSE interval '0' END
            AND NOT EXISTS (SELECT FROM message_links WHERE preview_id = preview.id)
          LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
    return deleted;
  }
}
