import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type ArrivedParts,
  ATTACHMENT,
  ATTACHMENT_MESSAGES,
  MESSAGES,
  partsOf,
  sizeOfPart,
} from '@oniverse/contracts';
import { storeKeyOf } from '@oniverse/data';
import { LOGGER, type Logger, ObjectStore, ProblemError, unavailable } from '@oniverse/platform';
import { readChunks } from '@oniverse/platform/backend';
import type { IncomingBody } from './incoming-body.decorator.js';
import { IncomingUpload } from './incoming-upload.js';
import { ATTACHMENT_UPLOAD, uploadExpired, wrongSize } from './upload-rules.js';
import { hashOfToken } from './object-address.js';
import { ObjectsRepository, type StoredBytes } from './objects.repository.js';
import { type ArrivedPart, type PartedUpload, UploadPartsRepository } from './upload-parts.repository.js';
import { UploadSlots } from './upload-slots.js';

/** In the store. Readers get the type from the database, which is not known before the first part. */
const STORED_TYPE = 'application/octet-stream';

const incomplete = (): ProblemError =>
  new ProblemError('upload_incomplete', ATTACHMENT_MESSAGES.partsMissing);

/** Passes the chunks of an object on, and adds the hash of each of its parts to `hashes`. */
async function* hashParts(
  chunks: AsyncIterable<Buffer>,
  hashes: string[],
): AsyncGenerator<Buffer, void, void> {
  let hash = createHash('sha256');
  let length = 0;
  const endPart = () => {
    hashes.push(hash.digest('hex'));
    hash = createHash('sha256');
    length = 0;
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + ATTACHMENT.partBytes - length);
      hash.update(piece);
      length += piece.length;
      at += piece.length;
      if (length === ATTACHMENT.partBytes) endPart();
    }
    yield chunk;
  }
  if (length > 0) endPart();
}

/**
 * Files that are sent in parts. The database knows the parts and the store has them, so that every backend continues an upload.
 * An upload is `awaited` until all its parts are an object.
 */
@Injectable()
export class UploadPartsService {
  constructor(
    private readonly repository: UploadPartsRepository,
    private readonly objects: ObjectsRepository,
    private readonly store: ObjectStore,
    private readonly slots: UploadSlots,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns what has arrived at an address. @throws ProblemError `upload_expired` */
  async listArrived(token: string, askerId: string | null): Promise<ArrivedParts> {
    const { path, size, isStored } = await this.require(token, askerId);
    const parts = isStored
      ? Array.from({ length: partsOf(size) }, (_, index) => index + 1)
      : (await this.repository.list(path)).map(({ number }) => number);
    return { partBytes: ATTACHMENT.partBytes, parts };
  }

  /**
   * Stores a part, unless it has arrived before. A refused or interrupted part leaves nothing that counts.
   * @throws ProblemError `length_required`, `upload_expired`, `malformed_request`, `rate_limited`, `unavailable`,
   * `storage_full`
   */
  async receive(
    token: string,
    number: number,
    askerId: string | null,
    { declared: { size }, bytes }: IncomingBody,
  ): Promise<void> {
    const chunks = readChunks(bytes);
    try {
      if (size === undefined) throw new ProblemError('length_required', MESSAGES.lengthRequired);
      const upload = await this.require(token, askerId);
      if (upload.isStored) throw uploadExpired();
      if (sizeOfPart(upload.size, number) !== size) throw wrongSize();
      const arrived = await this.repository.list(upload.path);
      // Not stored again, because an interrupted repetition would damage the part in some stores.
      if (arrived.some((part) => part.number === number)) return;
      const release = this.slots.acquire(upload.userId, size);
      try {
        await this.storePart(upload, number, size, chunks);
      } finally {
        release();
      }
    } finally {
      // Drain the request: a client that is still sending reads the response only if its bytes are consumed.
      await chunks.return();
      bytes.resume();
    }
  }

  /**
   * Makes an object of the parts, once.
   * @returns the object's path
   * @throws ProblemError `upload_expired`, `upload_incomplete`, `rate_limited`, `unavailable`
   */
  async complete(token: string, askerId: string | null): Promise<string> {
    const { path, userId, size, uploadId, isStored } = await this.require(token, askerId);
    if (isStored) return path;
    const parts = await this.repository.list(path);
    if (uploadId === null || parts.length < partsOf(size)) throw incomplete();
    const release = this.slots.acquire(userId, size);
    try {
      const stored = await this.assemble(path, uploadId, parts);
      const isMarked = await this.objects.markStored(path, stored, uploadId);
      // Another request completed it or had it begin again, or its author deleted it.
      if (!isMarked && !(await this.require(token, askerId)).isStored) throw incomplete();
      return path;
    } finally {
      release();
    }
  }

  private async require(token: string, askerId: string | null): Promise<PartedUpload> {
    const upload = await this.repository.find(hashOfToken(token), askerId);
    if (upload === undefined) throw uploadExpired();
    return upload;
  }

  private async storePart(
    { path, uploadId: known }: PartedUpload,
    number: number,
    size: number,
    chunks: AsyncIterable<Buffer>,
  ): Promise<void> {
    const uploadId = known ?? (await this.start(path));
    const hashes: string[] = [];
    const etag = await this.store.putPart(storeKeyOf(path), uploadId, number, hashParts(chunks, hashes), {
      size,
    });
    if (etag === undefined) {
      await this.restart(path, uploadId);
      throw unavailable();
    }
    const part = { number, etag, sha256: hashes.join('') };
    if (await this.repository.insert(path, uploadId, part)) return;
    // It was deleted meanwhile, perhaps before the store had this part.
    await this.abort(path, uploadId);
    throw uploadExpired();
  }

  /** Begins an upload in the store, unless another request does at the same time. @returns its id */
  private async start(path: string): Promise<string> {
    const started = await this.store.startParts(storeKeyOf(path), STORED_TYPE);
    const uploadId = await this.repository.setUploadId(path, started);
    if (uploadId !== started) await this.abort(path, started);
    if (uploadId === undefined) throw uploadExpired();
    return uploadId;
  }

  /** Has the store make an object, and reads what it has made. @throws ProblemError `upload_incomplete`, `unavailable` */
  private async assemble(
    path: string,
    uploadId: string,
    parts: readonly ArrivedPart[],
  ): Promise<StoredBytes> {
    const key = storeKeyOf(path);
    // It exists if an earlier request was interrupted after this, or if another one does it at the same time.
    if (!(await this.store.has(key))) await this.store.completeParts(key, uploadId, parts);
    const stored = await this.readObject(key, parts);
    if (stored) return stored;
    await this.restart(path, uploadId);
    throw incomplete();
  }

  /** Returns the type, size and hash of an object, as of one that is sent at once; undefined if it differs from its parts. */
  private async readObject(key: string, parts: readonly ArrivedPart[]): Promise<StoredBytes | undefined> {
    const bytes = await this.store.get(key);
    if (!bytes) return undefined;
    const hashes: string[] = [];
    try {
      const upload = await IncomingUpload.fromChunks(hashParts(bytes, hashes), ATTACHMENT_UPLOAD);
      const rest = upload[Symbol.asyncIterator]();
      while (!(await rest.next()).done);
      const isWhole =
        hashes.length === parts.length && parts.every(({ sha256 }, index) => sha256 === hashes[index]);
      return isWhole ? upload.toStoredBytes() : undefined;
    } finally {
      bytes.destroy();
    }
  }

  /** Has all parts sent again, because the store has lost or changed some. */
  private async restart(path: string, uploadId: string): Promise<void> {
    if (!(await this.repository.forget(path, uploadId))) return;
    this.logger.warn('The object store lost parts of an upload, which begins again');
    await this.store.abortParts(storeKeyOf(path), uploadId);
    await this.store.remove([storeKeyOf(path)]);
  }

  /** Deletes the parts of an upload that nothing names. The lifecycle rule of the store deletes what remains. */
  private async abort(path: string, uploadId: string): Promise<void> {
    await this.store.abortParts(storeKeyOf(path), uploadId).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Could not delete the parts of an upload');
    });
  }
}
