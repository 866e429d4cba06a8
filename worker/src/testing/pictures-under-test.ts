import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Image, newObjectPath, OutboxRow, type OutboxTopic, StoredObject, storeKeyOf } from '@oniverse/data';
import { createLogger, ObjectStore } from '@oniverse/platform';
import type { TestStack } from '@oniverse/testing';
import { PictureObjects } from '../pictures/picture-objects.js';
import { RecordingPublisher } from './recording-publisher.js';

/** The store and the database of a test, as work on pictures finds them. */
export class PicturesUnderTest {
  readonly store: ObjectStore;
  readonly objects: PictureObjects;
  readonly live = new RecordingPublisher();

  constructor(private readonly stack: TestStack) {
    this.store = new ObjectStore(stack.config().objectStore);
    this.objects = new PictureObjects(stack.dataSource, this.store, createLogger('test', 'silent'));
  }

  /** An upload that something is to be made of. @returns its path */
  async upload(userId: string, bytes: Buffer): Promise<string> {
    const path = newObjectPath();
    await this.rows().insert({
      path,
      userId,
      state: 'used',
      contentType: 'image/png',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    await this.store.put(storeKeyOf(path), Readable.from([bytes]), {
      size: bytes.length,
      contentType: 'image/png',
    });
    return path;
  }

  /** A picture in an album, and the wish for its renditions. */
  async image(userId: string, bytes: Buffer, overrides: Partial<Image> = {}): Promise<Image> {
    const imageUrl = await this.upload(userId, bytes);
    const images = this.stack.dataSource.getRepository(Image);
    const { id } = await images.save({ userId, imageUrl, ...overrides });
    const image = await images.findOneByOrFail({ id });
    await this.leave('image:created', id);
    return image;
  }

  async leave(topic: OutboxTopic, subject: string): Promise<void> {
    await this.outbox().insert({ topic, subject });
  }

  /** The subjects that wait in the outbox for a topic. */
  async waiting(topic: OutboxTopic): Promise<string[]> {
    return (await this.outbox().findBy({ topic })).map(({ subject }) => subject);
  }

  /** A member's objects, the oldest first. */
  async objectsOf(userId: string): Promise<StoredObject[]> {
    return this.rows().find({ where: { userId }, order: { createdAt: 'ASC', width: 'ASC' } });
  }

  async isStored(path: string): Promise<boolean> {
    return this.store.has(storeKeyOf(path));
  }

  /** The bytes that the store has of an object. */
  async bytesOf(path: string): Promise<Buffer> {
    const stream = await this.store.get(storeKeyOf(path));
    if (!stream) throw new Error(`Nothing is stored at ${path}`);
    const chunks: Buffer[] = await stream.toArray();
    return Buffer.concat(chunks);
  }

  private rows() {
    return this.stack.dataSource.getRepository(StoredObject);
  }

  private outbox() {
    return this.stack.dataSource.getRepository(OutboxRow);
  }
}
