import { Injectable } from '@nestjs/common';
import { newObjectPath, storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';

/** The widest rendition that others receive. */
interface Rendition {
  path: string;
  size: number;
  content_type: string;
}

/**
 * Copies of reported pictures, which outlive the picture. Until a case takes a copy, it is an unfinished upload of the
 * reporter, so maintenance deletes one that no case took.
 */
@Injectable()
export class PictureCopies {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Copies what others see of a picture.
   * @returns the path of the copy; null if there is nothing to see yet
   * @throws ProblemError `unavailable`, `storage_full`
   */
  async create(reporterId: string, imageUrl: string): Promise<string | null> {
    const rendition = await this.findRendition(imageUrl);
    const bytes = rendition && (await this.store.get(storeKeyOf(rendition.path)));
    if (!rendition || !bytes) return null;
    const path = newObjectPath();
    // It expires when it is made: its case takes it at once, or never.
    await this.dataSource.query(
      `INSERT INTO objects (path, user_id, state, upload_expires_at) VALUES ($1, $2, 'arriving', now())`,
      [path, reporterId],
    );
    const { size, content_type: contentType } = rendition;
    await this.store.put(storeKeyOf(path), bytes, { size, contentType });
    return path;
  }

  /** Hands a copy to a case, in its transaction. @returns its key in the store */
  async take(manager: EntityManager, path: string): Promise<string> {
    await manager.query('DELETE FROM objects WHERE path = $1', [path]);
    return storeKeyOf(path);
  }

  private async findRendition(imageUrl: string): Promise<Rendition | undefined> {
    const rows: Rendition[] = await this.dataSource.query(
      `SELECT path, size, content_type FROM objects WHERE rendition_of = $1 AND state = 'used'
        ORDER BY width DESC LIMIT 1`,
      [imageUrl],
    );
    return rows[0];
  }
}
