import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  Attachment,
  Image,
  newObjectPath,
  type ObjectState,
  OutboxRow,
  type OutboxTopic,
  StoredObject,
  storeKeyOf,
} from '@oniverse/data';
import { createLogger, ObjectStore } from '@oniverse/platform';
import type { TestStack } from '@oniverse/testing';
import { PictureObjects } from '../shared/pictures/picture-objects.js';
import { RecordingPublisher } from './recording-publisher.js';

export class PictureFixture {
  readonly store: ObjectStore;
  readonly objects: PictureObjects;
  readonly live = new RecordingPublisher();

  constructor(private readonly stack: TestStack) {
    this.store = new ObjectStore(stack.config().objectStore);
    this.objects = new PictureObjects(stack.dataSource, this.store, createLogger('test', 'silent'));
  }

  async createUpload(userId: string, bytes: Buffer, state: ObjectState = 'used'): Promise<string> {
    const path = newObjectPath();
    await this.rows().insert({
      path,
      userId,
      state,
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

  /** Stores a picture of an album and enqueues its renditions. */
  async createImage(userId: string, bytes: Buffer, overrides: Partial<Image> = {}): Promise<Image> {
    const imageUrl = await this.createUpload(userId, bytes);
    const images = this.stack.dataSource.getRepository(Image);
    const { id } = await images.save({ userId, imageUrl, ...overrides });
    const image = await images.findOneByOrFail({ id });
    await this.enqueue('render-image', id);
    return image;
  }

  /** Stores an upload that is a picture by its first bytes and that no message has, and enqueues its renditions. */
  async createAttachment(userId: string, bytes: Buffer): Promise<Attachment> {
    const objectPath = await this.createUpload(userId, bytes, 'stored');
    const attachments = this.stack.dataSource.getRepository(Attachment);
    const name = 'roof-21-16.png';
    const { id } = await attachments.save({ userId, objectPath, name, size: bytes.length, kind: 'picture' });
    await this.enqueue('render-attachment', id);
    return attachments.findOneByOrFail({ id });
  }

  async enqueue(topic: OutboxTopic, subject: string): Promise<void> {
    await this.outbox().insert({ topic, subject });
  }

  async pendingSubjects(topic: OutboxTopic): Promise<string[]> {
    return (await this.outbox().findBy({ topic })).map(({ subject }) => subject);
  }

  /** Returns a member's objects, the oldest first. */
  async objectsOf(userId: string): Promise<StoredObject[]> {
    return this.rows().find({ where: { userId }, order: { createdAt: 'ASC', width: 'ASC' } });
  }

  async isStored(path: string): Promise<boolean> {
    return this.store.has(storeKeyOf(path));
  }

  /** @throws Error if the object is not stored */
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
