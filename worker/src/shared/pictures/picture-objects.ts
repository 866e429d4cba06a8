import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { recordRemovedBytes, newObjectPath, storeKeyOf } from '@oniverse/data';
import { LOGGER, type Logger, ObjectStore } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { UnusablePicture } from './unusable-picture.js';

/** Processes one picture at a time, so that a worker needs the memory of one picture only. */
@Injectable()
export class PictureMutex {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after the previous one has settled. @throws the error of `work` */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const running = this.last.then(work, work);
    this.last = running;
    return running;
  }
}

export interface DerivedPicture {
  bytes: Buffer;
  contentType: string;
  /** The width of a rendition in pixels; null for an avatar. */
  width: number | null;
  /** Whether it is the rendition of an animation that moves. */
  isAnimated?: boolean;
}

/** A picture that crashed this many workers is not tried again. */
const MAX_ATTEMPTS = 4;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads uploads and stores derived pictures. Every object gets its row first, so that `purge-objects` finds it. */
@Injectable()
export class PictureObjects {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws UnusablePicture, also for an upload that crashed workers before; ProblemError for an outage */
  async processUpload<T>(path: string, work: (bytes: Buffer) => Promise<T>): Promise<T> {
    const [rows]: [{ attempts: number }[], number] = await this.dataSource.query(
      'UPDATE objects SET attempts = attempts + 1 WHERE path = $1 RETURNING attempts',
      [path],
    );
    try {
      if ((rows[0]?.attempts ?? 0) > MAX_ATTEMPTS) throw UnusablePicture.tooLarge();
      return await work(await this.read(path));
    } finally {
      await this.dataSource.query('UPDATE objects SET attempts = attempts - 1 WHERE path = $1', [path]);
    }
  }

  /**
   * Stores pictures derived from an upload, for its owner, and marks them as used in the transaction of `use`. Deletes them if
   * `use` returns undefined.
   * @param use gets whether they are stored, which they are not if the upload is gone
   * @returns the result of `use`
   * @throws ProblemError for an outage
   */
  async useDerived<T>(
    uploadPath: string,
    pictures: readonly DerivedPicture[],
    use: (manager: EntityManager, areStored: boolean) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const paths = await this.storeDerived(uploadPath, pictures);
    const used = await this.dataSource.transaction(async (manager) => {
      const result = await use(manager, paths.length > 0);
      await (result === undefined ? this.markDiscarded(manager, paths) : this.markUsed(manager, paths));
      return result;
    });
    if (used === undefined) await this.removeFromStore(paths);
    return used;
  }

  /**
   * Stores pictures derived from an upload, for its owner. Afterwards call `markUsed`, or `markDiscarded` and
   * `removeFromStore`; otherwise `purge-objects` deletes them.
   * @returns their paths; empty if the upload is gone
   * @throws ProblemError for an outage
   */
  async storeDerived(uploadPath: string, pictures: readonly DerivedPicture[]): Promise<string[]> {
    const objects = pictures.map((picture) => ({ ...picture, path: newObjectPath() }));
    const inserted: unknown[] = await this.dataSource.query(
      `INSERT INTO objects (path, user_id, state, upload_expires_at, content_type, size, sha256, rendition_of, width, is_animated)
       SELECT derived.path, upload.user_id, 'arriving', now(), derived.content_type, derived.size, derived.sha256,
              CASE WHEN derived.width IS NOT NULL THEN upload.path END, derived.width, derived.is_animated
         FROM objects upload,
              unnest($2::text[], $3::text[], $4::integer[], $5::text[], $6::integer[], $7::boolean[])
                AS derived (path, content_type, size, sha256, width, is_animated)
        WHERE upload.path = $1 AND upload.state IN ('stored', 'used') AND upload.user_id IS NOT NULL
       RETURNING path`,
      [
        uploadPath,
        objects.map(({ path }) => path),
        objects.map(({ contentType }) => contentType),
        objects.map(({ bytes }) => bytes.length),
        objects.map(({ bytes }) => sha256(bytes)),
        objects.map(({ width }) => width),
        objects.map(({ isAnimated = false }) => isAnimated),
      ],
    );
    if (inserted.length === 0) return [];
    for (const { path, bytes, contentType } of objects) {
      await this.store.put(storeKeyOf(path), chunksOf(bytes), { size: bytes.length, contentType });
    }
    return objects.map(({ path }) => path);
  }

  /** Marks objects as used. @throws Error if `purge-objects` has discarded one */
  async markUsed(manager: EntityManager, paths: readonly string[]): Promise<void> {
    const [, updated]: [unknown, number] = await manager.query(
      `UPDATE objects SET state = 'used' WHERE path = ANY($1) AND state = 'arriving'`,
      [paths],
    );
    if (updated < paths.length) throw new Error('A derived picture was discarded before it was used.');
  }

  /** Marks uploads whose bytes are no longer needed. Call `removeFromStore` after the commit. */
  async markSpent(manager: EntityManager, paths: readonly string[]): Promise<void> {
    await manager.query(`UPDATE objects SET state = 'spent' WHERE path = ANY($1) AND state = 'used'`, [
      paths,
    ]);
  }

  /** Marks objects that nothing refers to. Call `removeFromStore` after the commit. */
  async markDiscarded(manager: EntityManager, paths: readonly string[]): Promise<void> {
    await manager.query(`UPDATE objects SET state = 'discarded' WHERE path = ANY($1)`, [paths]);
  }

  /** Deletes spent and discarded objects, and the rows of discarded ones. After a failure `purge-objects` retries. */
  async removeFromStore(paths: readonly string[]): Promise<void> {
    try {
      await this.store.remove(paths.map(storeKeyOf));
      await recordRemovedBytes(this.dataSource.manager, paths);
    } catch (error) {
      this.logger.warn({ err: error }, 'Unused objects not deleted; purge-objects will retry');
    }
  }

  private async read(path: string): Promise<Buffer> {
    const stream = await this.store.get(storeKeyOf(path));
    if (!stream) throw UnusablePicture.broken();
    const chunks: Buffer[] = await stream.toArray();
    return Buffer.concat(chunks);
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
