import { Injectable } from '@nestjs/common';
import { type ObjectState, VISIBLE } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { pictureReadableBy } from '../access/visibility.js';
import type { ObjectAddress } from './object-address.js';

/** Lifetime of an upload address. */
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

export interface RequestedObject {
  isOwn: boolean;
  isAvatar: boolean;
  /** The reader sees it as a picture. */
  isShown: boolean;
  original: ObjectBytes;
  /** `null` until the picture is ready. */
  rendition: ObjectBytes | null;
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
  ): Promise<Date> {
    const rows: { upload_expires_at: Date }[] = await manager.query(
      `INSERT INTO objects (path, user_id, upload_token_hash, upload_expires_at)
       VALUES ($1, $2, $3, now() + $4::float8 * interval '1 millisecond') RETURNING upload_expires_at`,
      [path, userId, tokenHash, UPLOAD_ADDRESS_MS],
    );
    const row = rows[0];
    if (!row) throw new Error('An insert returned no row.');
    return row.upload_expires_at;
  }

  /** Returns the owner of an upload address, or `undefined` if an upload to it would be refused. */
  async findUploader(tokenHash: string, askerId: string | null): Promise<string | undefined> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      `SELECT user_id FROM objects
        WHERE upload_token_hash = $1 AND state = 'awaited' AND upload_expires_at > now()
          AND user_id IS NOT NULL AND ($2::uuid IS NULL OR user_id = $2)`,
      [tokenHash, askerId],
    );
    return rows[0]?.user_id;
  }

  /**
   * Claims an upload address. Only one of several concurrent callers succeeds.
   * @returns the object's path, or `undefined` if the token is unknown, used, expired or another member's
   */
  async claimAwaited(tokenHash: string, askerId: string | null): Promise<string | undefined> {
    const [taken]: [{ path: string }[], number] = await this.dataSource.query(
      `UPDATE objects SET state = 'arriving'
        WHERE upload_token_hash = $1 AND state = 'awaited' AND upload_expires_at > now()
          AND user_id IS NOT NULL AND ($2::uuid IS NULL OR user_id = $2)
        RETURNING path`,
      [tokenHash, askerId],
    );
    return taken[0]?.path;
  }

  /** @returns `false` if maintenance discarded the object or its member was deleted in the meantime */
  async markStored(path: string, { contentType, size, sha256 }: StoredBytes): Promise<boolean> {
    const [stored]: [unknown[], number] = await this.dataSource.query(
      `UPDATE objects SET state = 'stored', content_type = $2, size = $3, sha256 = $4
        WHERE path = $1 AND state = 'arriving' AND user_id IS NOT NULL RETURNING path`,
      [path, contentType, size, sha256],
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

  async findDiscarded(paths: readonly string[]): Promise<string[]> {
    const rows: { path: string }[] = await this.dataSource.query(
      `SELECT path FROM objects WHERE (path = ANY($1) OR rendition_of = ANY($1)) AND state = 'discarded'`,
      [paths],
    );
    return rows.map(({ path }) => path);
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

  /** Selects the widest rendition not wider than `width`, or else the narrowest. `askerId` is `null` for a visitor. */
  async findRequested(
    askerId: string | null,
    path: string,
    width: number,
  ): Promise<RequestedObject | undefined> {
    const rows: RequestedRow[] = await this.dataSource.query(
      `SELECT named.content_type, named.size, named.sha256,
              named.user_id IS NOT DISTINCT FROM $2::uuid AS is_own,
              owner.profile_image_url IS NOT DISTINCT FROM named.path AS is_avatar,
              thing.id IS NOT NULL AND ${pictureReadableBy('$2::uuid')} AS is_shown,
              rendition.path AS rendition_path, rendition.content_type AS rendition_content_type,
              rendition.size AS rendition_size, rendition.sha256 AS rendition_sha256
         FROM objects named
         JOIN users owner ON owner.id = named.user_id
         LEFT JOIN images thing ON thing.image_url = named.path AND ${VISIBLE.image}
         LEFT JOIN LATERAL (
           SELECT path, content_type, size, sha256 FROM objects
            WHERE rendition_of = named.path AND state = 'used'
            ORDER BY width > $3::bigint, abs(width - $3::bigint) LIMIT 1
         ) rendition ON true
        WHERE named.path = $1 AND named.state IN ('stored', 'used') AND named.rendition_of IS NULL`,
      [path, askerId, width],
    );
    const row = rows[0];
    return (
      row && {
        isOwn: row.is_own,
        isAvatar: row.is_avatar,
        isShown: row.is_shown,
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
      }
    );
  }
}

interface OriginalRow {
  content_type: string;
  size: number;
  sha256: string;
  is_own: boolean;
  is_avatar: boolean;
  is_shown: boolean;
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
