import { Injectable } from '@nestjs/common';
import { UPLOAD } from '@oniverse/contracts';
import { type ObjectState, SHOWN } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import type { ObjectAddress } from './object-address.js';

/** What is known of an object's bytes once they are stored. */
export interface StoredBytes {
  contentType: string;
  /** Bytes. */
  size: number;
  /** In hex. */
  sha256: string;
}

/** Bytes, and the object that they are. */
export interface FoundBytes extends StoredBytes {
  path: string;
}

/** An object as it is asked for. */
export interface NamedObject {
  /** It is the asker's. */
  isOwn: boolean;
  /** Its member wears it. */
  isAvatar: boolean;
  /** It is a picture that others may see. */
  isShown: boolean;
  original: FoundBytes;
  /** null until the picture is ready */
  rendition: FoundBytes | null;
}

/** Every query on stored objects. */
@Injectable()
export class ObjectsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns when its upload address stops working */
  async insertAwaited(
    manager: EntityManager,
    userId: string,
    path: string,
    tokenHash: string,
  ): Promise<Date> {
    const rows: { upload_expires_at: Date }[] = await manager.query(
      `INSERT INTO objects (path, user_id, upload_token_hash, upload_expires_at)
       VALUES ($1, $2, $3, now() + $4::float8 * interval '1 millisecond') RETURNING upload_expires_at`,
      [path, userId, tokenHash, UPLOAD.addressMs],
    );
    const row = rows[0];
    if (!row) throw new Error('An insert returned no row.');
    return row.upload_expires_at;
  }

  /**
   * Takes an upload address, which works once; of several at the same time, one has it.
   * @param askerId the member whose session came along; null where none did
   * @returns the object's path; undefined where the token is unknown, used, expired or another member's
   */
  async takeAwaited(tokenHash: string, askerId: string | null): Promise<string | undefined> {
    const [taken]: [{ path: string }[], number] = await this.dataSource.query(
      `UPDATE objects SET state = 'arriving'
        WHERE upload_token_hash = $1 AND state = 'awaited' AND upload_expires_at > now()
          AND user_id IS NOT NULL AND ($2::uuid IS NULL OR user_id = $2)
        RETURNING path`,
      [tokenHash, askerId],
    );
    return taken[0]?.path;
  }

  /** @returns whether it was still awaited: upkeep may have given it up, or its member is gone */
  async store(path: string, { contentType, size, sha256 }: StoredBytes): Promise<boolean> {
    const [stored]: [unknown[], number] = await this.dataSource.query(
      `UPDATE objects SET state = 'stored', content_type = $2, size = $3, sha256 = $4
        WHERE path = $1 AND state = 'arriving' AND user_id IS NOT NULL RETURNING path`,
      [path, contentType, size, sha256],
    );
    return stored.length > 0;
  }

  /** The path of a member's own object that has arrived, used or not. */
  async findArrived(
    manager: EntityManager,
    userId: string,
    named: ObjectAddress,
  ): Promise<string | undefined> {
    const [condition, value] =
      'path' in named ? ['path = $2', named.path] : ['upload_token_hash = $2', named.tokenHash];
    const rows: { path: string }[] = await manager.query(
      `SELECT path FROM objects WHERE user_id = $1 AND ${condition} AND state IN ('stored', 'used')`,
      [userId, value],
    );
    return rows[0]?.path;
  }

  /** @returns its state before; undefined where it is not there to be used */
  async use(manager: EntityManager, path: string): Promise<ObjectState | undefined> {
    const [used]: [{ state: ObjectState }[], number] = await manager.query(
      `UPDATE objects SET state = 'used' WHERE path = $1 AND state IN ('stored', 'used') RETURNING old.state`,
      [path],
    );
    return used[0]?.state;
  }

  /** Their renditions go along; those that are still being made are left to their maker. */
  async discard(manager: EntityManager, paths: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE objects SET state = 'discarded'
        WHERE path = ANY($1) OR (rendition_of = ANY($1) AND state = 'used')`,
      [paths],
    );
  }

  /** Which of these and of their renditions are discarded. */
  async findDiscarded(paths: readonly string[]): Promise<string[]> {
    const rows: { path: string }[] = await this.dataSource.query(
      `SELECT path FROM objects WHERE (path = ANY($1) OR rendition_of = ANY($1)) AND state = 'discarded'`,
      [paths],
    );
    return rows.map(({ path }) => path);
  }

  /** @returns whether it was still arriving */
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

  /**
   * An object by the address that is given of it, and what decides who may read which form of it.
   * @param askerId null for a visitor
   * @param width of the rendition: the nearest one that is no wider, else the narrowest
   */
  async findNamed(askerId: string | null, path: string, width: number): Promise<NamedObject | undefined> {
    const rows: NamedRow[] = await this.dataSource.query(
      `SELECT named.content_type, named.size, named.sha256,
              named.user_id IS NOT DISTINCT FROM $2::uuid AS is_own,
              owner.profile_image_url IS NOT DISTINCT FROM named.path AS is_avatar,
              owner.is_public AND thing.id IS NOT NULL AS is_shown,
              rendition.path AS rendition_path, rendition.content_type AS rendition_content_type,
              rendition.size AS rendition_size, rendition.sha256 AS rendition_sha256
         FROM objects named
         JOIN users owner ON owner.id = named.user_id
         LEFT JOIN images thing ON thing.image_url = named.path AND ${SHOWN.image}
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

type NamedRow = OriginalRow &
  (
    | { rendition_path: null }
    | {
        rendition_path: string;
        rendition_content_type: string;
        rendition_size: number;
        rendition_sha256: string;
      }
  );
