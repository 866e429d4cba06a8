import { Injectable } from '@nestjs/common';
import type { AttachmentKind } from '@oniverse/contracts';
import { type ObjectState, OUTBOX_TOPICS, VISIBLE } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { attachmentReadableBy, caseFileFor, pictureReadableBy } from '../access/visibility.js';
import type { ObjectAddress } from './object-address.js';
import { attachmentKindOf } from './upload-rules.js';

/** Lifetime of an upload address, without parts. */
export const UPLOAD_ADDRESS_MS = 15 * 60 * 1000;

export interface StoredBytes {
  contentType: string;
  /** In bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface ObjectBytes extends StoredBytes {
  path: string;
}

/** What an upload address awaits. */
export interface AwaitedUpload {
  userId: string;
  /** In bytes; null for a picture of an album. */
  attachmentSize: number | null;
}

export interface RequestedObject {
  isOwn: boolean;
  isAvatar: boolean;
  /** The reader sees it as a picture of an album. */
  isShown: boolean;
  /** Null unless it is a file of a message. */
  attachment: { kind: AttachmentKind; name: string; isShown: boolean } | null;
  original: ObjectBytes;
  /** `null` until the picture is ready, or without the rendition that was asked for. */
  rendition: ObjectBytes | null;
}

/** Which rendition of a picture is asked for: the widest not wider than `width`, or else the narrowest. */
export interface RequestedRendition {
  width: number;
  isAnimated: boolean;
}

@Injectable()
export class ObjectsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns when the upload address expires */
  async insertAwaited(
    manager: EntityManager,
    userId: string,
    path: string,
    tokenHash: string,
    lifetimeMs = UPLOAD_ADDRESS_MS,
  ): Promise<Date> {
    const rows: { upload_expires_at: Date }[] = await manager.query(
      `INSERT INTO objects (path, user_id, upload_token_hash, upload_expires_at)
       VALUES ($1, $2, $3, now() + $4::float8 * interval '1 millisecond') RETURNING upload_expires_at`,
      [path, userId, tokenHash, lifetimeMs],
    );
    const row = rows[0];
    if (!row) throw new Error('An insert returned no row.');
    return row.upload_expires_at;
  }

  /** Returns what an upload address awaits, or `undefined` if an upload to it would be refused. */
  async findAwaited(tokenHash: string, askerId: string | null): Promise<AwaitedUpload | undefined> {
    const rows: AwaitedUpload[] = await this.dataSource.query(
      `SELECT object.user_id AS "userId", attached.size AS "attachmentSize"
         FROM objects object LEFT JOIN attachments attached ON attached.object_path = object.path
        WHERE object.upload_token_hash = $1 AND object.state = 'awaited' AND object.upload_expires_at > now()
          AND object.parts_upload_id IS NULL AND object.user_id IS NOT NULL AND ($2::uuid IS NULL OR object.user_id = $2)`,
      [tokenHash, askerId],
    );
    return rows[0];
  }

  /**
   * Claims an upload address. Only one of several concurrent callers succeeds.
   * @returns the object's path, or `undefined` if the token is unknown, used, expired or another member's
   */
  async claimAwaited(tokenHash: string, askerId: string | null): Promise<string | undefined> {
    const [taken]: [{ path: string }[], number] = await this.dataSource.query(
      `UPDATE objects SET state = 'arriving'
        WHERE upload_token_hash = $1 AND state = 'awaited' AND upload_expires_at > now()
          AND parts_upload_id IS NULL AND user_id IS NOT NULL AND ($2::uuid IS NULL OR user_id = $2)
        RETURNING path`,
      [tokenHash, askerId],
    );
    return taken[0]?.path;
  }

  /**
   * Records an upload, with the id of its parts if it has any. An attachment is ready with it, unless it is a picture, which the worker renders first.
   * @returns `false` if maintenance discarded the object or its member was deleted in the meantime
   */
  async markStored(
    path: string,
    { contentType, size, sha256 }: StoredBytes,
    partsUploadId: string | null = null,
  ): Promise<boolean> {
    const stored: unknown[] = await this.dataSource.query(
      `WITH stored AS (
         UPDATE objects SET state = 'stored', content_type = $2, size = $3, sha256 = $4, parts_upload_id = NULL
          WHERE path = $1 AND state = CASE WHEN $6::text IS NULL THEN 'arriving' ELSE 'awaited' END
            AND parts_upload_id IS NOT DISTINCT FROM $6 AND user_id IS NOT NULL RETURNING path
       ), completed AS (
         DELETE FROM upload_parts USING stored WHERE upload_parts.path = stored.path
       ), attached AS (
         UPDATE attachments SET kind = $5, ready_at = CASE WHEN $5 <> 'picture' THEN now() END
           FROM stored WHERE attachments.object_path = stored.path RETURNING attachments.id
       ), enqueued AS (
         INSERT INTO outbox (topic, subject)
         SELECT '${OUTBOX_TOPICS.renderAttachment}', attached.id FROM attached WHERE $5 = 'picture'
       )
       SELECT FROM stored`,
      [path, contentType, size, sha256, attachmentKindOf(contentType), partsUploadId],
    );
    return stored.length > 0;
  }

  /** Returns the path of a member's uploaded object, whether used, spent or neither. */
  async findArrived(
    manager: EntityManager,
    userId: string,
    named: ObjectAddress,
  ): Promise<string | undefined> {
    const [condition, value] =
      'path' in named ? ['path = $2', named.path] : ['upload_token_hash = $2', named.tokenHash];
    const rows: { path: string }[] = await manager.query(
      `SELECT path FROM objects WHERE user_id = $1 AND ${condition} AND state IN ('stored', 'used', 'spent')`,
      [userId, value],
    );
    return rows[0]?.path;
  }

  /** Marks an upload as used. @returns its previous state, or `undefined` if it has not been uploaded */
  async markUsed(manager: EntityManager, path: string): Promise<ObjectState | undefined> {
    const [used]: [{ state: ObjectState }[], number] = await manager.query(
      `UPDATE objects SET state = CASE state WHEN 'stored' THEN 'used' ELSE state END
        WHERE path = $1 AND state IN ('stored', 'used', 'spent') RETURNING old.state`,
      [path],
    );
    return used[0]?.state;
  }

  /** Discards finished renditions too; the worker discards those it is still making. */
  async discard(manager: EntityManager, paths: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE objects SET state = 'discarded'
        WHERE path = ANY($1) OR (rendition_of = ANY($1) AND state = 'used')`,
      [paths],
    );
  }

  /** Returns discarded objects and renditions, with the ids of uploads in parts. */
  async findDiscarded(paths: readonly string[]): Promise<{ path: string; uploadId: string | null }[]> {
    return this.dataSource.query(
      `SELECT path, parts_upload_id AS "uploadId" FROM objects
        WHERE (path = ANY($1) OR rendition_of = ANY($1)) AND state = 'discarded'`,
      [paths],
    );
  }

  /** @returns `false` if the object is not arriving */
  async discardArriving(path: string): Promise<boolean> {
    const [discarded]: [unknown[], number] = await this.dataSource.query(
      `UPDATE objects SET state = 'discarded' WHERE path = $1 AND state = 'arriving' RETURNING path`,
      [path],
    );
    return discarded.length > 0;
  }

  async deleteDiscarded(paths: readonly string[]): Promise<void> {
    await this.dataSource.query(`DELETE FROM objects WHERE path = ANY($1) AND state = 'discarded'`, [paths]);
  }

  /** @param askerId null for a visitor */
  async findRequested(
    askerId: string | null,
    path: string,
    { width, isAnimated }: RequestedRendition,
  ): Promise<RequestedObject | undefined> {
    const rows: RequestedRow[] = await this.dataSource.query(
      `SELECT named.content_type, named.size, named.sha256,
              named.state <> 'kept' AND coalesce(named.user_id = $2::uuid, false) AS is_own,
              owner.profile_image_url IS NOT DISTINCT FROM named.path AS is_avatar,
              thing.id IS NOT NULL AND ${pictureReadableBy('$2::uuid')} AS is_shown,
              attachment.kind AS attachment_kind, attachment.name AS attachment_name,
              attachment.is_shown AS is_attachment_shown,
              rendition.path AS rendition_path, rendition.content_type AS rendition_content_type,
              rendition.size AS rendition_size, rendition.sha256 AS rendition_sha256
         FROM objects named
         LEFT JOIN users owner ON owner.id = named.user_id
         LEFT JOIN images thing ON thing.image_url = named.path AND ${VISIBLE.image}
         LEFT JOIN LATERAL (
           SELECT attached.kind, attached.name, ${attachmentReadableBy('$2::uuid')} AS is_shown
             FROM attachments attached WHERE attached.object_path = named.path
            UNION ALL
           ${caseFileFor('named', '$2::uuid')}
            ORDER BY is_shown DESC LIMIT 1
         ) attachment ON true
         LEFT JOIN LATERAL (
           SELECT path, content_type, size, sha256 FROM objects
            WHERE rendition_of = named.path AND state IN ('used', 'kept') AND is_animated = $4
            ORDER BY width > $3::bigint, abs(width - $3::bigint) LIMIT 1
         ) rendition ON true
        WHERE named.path = $1 AND named.state IN ('stored', 'used', 'kept') AND named.rendition_of IS NULL
          AND (named.state = 'kept' OR named.user_id IS NOT NULL)`,
      [path, askerId, width, isAnimated],
    );
    return rows[0] && requestedOf(path, rows[0]);
  }

  /** Returns a file that a case keeps, for the staff of the platform. */
  async findOfCase(caseId: string, path: string): Promise<RequestedObject | undefined> {
    const rows: RequestedRow[] = await this.dataSource.query(
      `SELECT named.content_type, named.size, named.sha256, false AS is_own, false AS is_avatar, false AS is_shown,
              file.kind AS attachment_kind, file.name AS attachment_name, true AS is_attachment_shown,
              rendition.path AS rendition_path, rendition.content_type AS rendition_content_type,
              rendition.size AS rendition_size, rendition.sha256 AS rendition_sha256
         FROM case_files kept JOIN objects named ON named.path = kept.path
        CROSS JOIN LATERAL (
           SELECT file->>'kind' AS kind, file->>'name' AS name
             FROM (SELECT snapshot FROM cases WHERE id = kept.case_id
                   UNION ALL SELECT snapshot FROM reports WHERE case_id = kept.case_id) taken
            CROSS JOIN jsonb_array_elements(taken.snapshot->'files') file
            WHERE file->>'path' = kept.path LIMIT 1
         ) file
         LEFT JOIN LATERAL (
           SELECT path, content_type, size, sha256 FROM objects
            WHERE rendition_of = named.path AND state IN ('used', 'kept') AND NOT is_animated
            ORDER BY width DESC LIMIT 1
         ) rendition ON true
        WHERE kept.case_id = $1 AND kept.path = $2 AND named.state IN ('stored', 'used', 'kept')`,
      [caseId, path],
    );
    return rows[0] && requestedOf(path, rows[0]);
  }
}

function requestedOf(path: string, row: RequestedRow): RequestedObject {
  const { attachment_kind: kind, attachment_name: name } = row;
  return {
    isOwn: row.is_own,
    isAvatar: row.is_avatar,
    isShown: row.is_shown,
    attachment: kind && name !== null ? { kind, name, isShown: row.is_attachment_shown } : null,
    original: { path, contentType: row.content_type, size: row.size, sha256: row.sha256 },
    rendition:
      row.rendition_path === null
        ? null
        : {
            path: row.rendition_path,
            contentType: row.rendition_content_type,
            size: row.rendition_size,
            sha256: row.rendition_sha256,
          },
  };
}

interface OriginalRow {
  content_type: string;
  size: number;
  sha256: string;
  is_own: boolean;
  is_avatar: boolean;
  is_shown: boolean;
  attachment_kind: AttachmentKind | null;
  attachment_name: string | null;
  is_attachment_shown: boolean;
}

type RequestedRow = OriginalRow &
  (
    | { rendition_path: null }
    | {
        rendition_path: string;
        rendition_content_type: string;
        rendition_size: number;
        rendition_sha256: string;
      }
  );
