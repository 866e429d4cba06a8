import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { newObjectPath, storeKeyOf } from '@oniverse/data';
import { LOGGER, type Logger, ObjectStore } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { UnusablePicture } from './unusable-picture.js';

/** Something that was made of a member's picture, on its way into the store. */
export interface MadePicture {
  bytes: Buffer;
  contentType: string;
  /** Of a rendition: its pixels from left to right. */
  width: number | null;
}

/** A picture over which so many workers died has what it takes: it is left alone. */
const MAX_ATTEMPTS = 4;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The store, for what is made of pictures. Every object has a row before it has bytes, so that upkeep finds it. */
@Injectable()
export class PictureObjects {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Makes something of an upload's bytes.
   * @throws UnusablePicture, also where it has ended workers before, or an outage
   */
  async attempt<T>(path: string, work: (bytes: Buffer) => Promise<T>): Promise<T> {
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
   * Stores what was made of an upload, for its member. Nothing refers to it yet: `keep` it, or `discard` and `remove`
   * it; what is neither is taken away by upkeep.
   * @returns their paths; none where the upload is gone
   * @throws an outage
   */
  async put(uploadPath: string, made: readonly MadePicture[]): Promise<string[]> {
    const objects = made.map((picture) => ({ ...picture, path: newObjectPath() }));
    const announced: unknown[] = await this.dataSource.query(
      `INSERT INTO objects (path, user_id, state, upload_expires_at, content_type, size, sha256, rendition_of, width)
       SELECT made.path, upload.user_id, 'arriving', now(), made.content_type, made.size, made.sha256,
              CASE WHEN made.width IS NOT NULL THEN upload.path END, made.width
         FROM objects upload,
              unnest($2::text[], $3::text[], $4::integer[], $5::text[], $6::integer[])
                AS made (path, content_type, size, sha256, width)
        WHERE upload.path = $1 AND upload.state = 'used' AND upload.user_id IS NOT NULL
       RETURNING path`,
      [
        uploadPath,
        objects.map(({ path }) => path),
        objects.map(({ contentType }) => contentType),
        objects.map(({ bytes }) => bytes.length),
        objects.map(({ bytes }) => sha256(bytes)),
        objects.map(({ width }) => width),
      ],
    );
    if (announced.length === 0) return [];
    for (const { path, bytes, contentType } of objects) {
      await this.store.put(storeKeyOf(path), chunksOf(bytes), { size: bytes.length, contentType });
    }
    return objects.map(({ path }) => path);
  }

  /** Something refers to them from now on. @throws Error where upkeep has given one up meanwhile */
  async keep(manager: EntityManager, paths: readonly string[]): Promise<void> {
    const [, kept]: [unknown, number] = await manager.query(
      `UPDATE objects SET state = 'used' WHERE path = ANY($1) AND state = 'arriving'`,
      [paths],
    );
    if (kept < paths.length) throw new Error('What was made of a picture was given up before it was used.');
  }

  /** Nothing refers to them any more; after the commit `remove` them. */
  async discard(manager: EntityManager, paths: readonly string[]): Promise<void> {
    await manager.query(`UPDATE objects SET state = 'discarded' WHERE path = ANY($1)`, [paths]);
  }

  /** Takes discarded objects out of the store; what fails here is done by upkeep. */
  async remove(paths: readonly string[]): Promise<void> {
    try {
      await this.store.remove(paths.map(storeKeyOf));
      await this.dataSource.query(`DELETE FROM objects WHERE path = ANY($1) AND state = 'discarded'`, [
        paths,
      ]);
    } catch (error) {
      this.logger.warn({ err: error }, 'Objects that nothing needs are left for upkeep');
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
