import { Injectable } from '@nestjs/common';
import { UPLOAD } from '@oniverse/contracts';
import type { ObjectState } from '@oniverse/data';
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

  /** @returns whether it was still awaited: upkeep may have given it up */
  async store(path: string, { contentType, size, sha256 }: StoredBytes): Promise<boolean> {
    const [stored]: [unknown[], number] = await this.dataSource.query(
      `UPDATE objects SET state = 'stored', content_type = $2, size = $3, sha256 = $4
        WHERE path = $1 AND state = 'arriving' RETURNING path`,
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

  async discard(manager: EntityManager, paths: readonly string[]): Promise<void> {
    await manager.query(`UPDATE objects SET state = 'discarded' WHERE path = ANY($1)`, [paths]);
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

  /** What the member may read the original of: their own, arrived and not discarded. */
  async findReadable(userId: string, path: string): Promise<StoredBytes | undefined> {
    const rows: { content_type: string; size: number; sha256: string }[] = await this.dataSource.query(
      `SELECT content_type, size, sha256 FROM objects
        WHERE path = $1 AND user_id = $2 AND state IN ('stored', 'used')`,
      [path, userId],
    );
    const row = rows[0];
    return row && { contentType: row.content_type, size: row.size, sha256: row.sha256 };
  }
}
