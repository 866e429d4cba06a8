import { Inject, Injectable } from '@nestjs/common';
import { MESSAGES, type UploadBody, type UploadTicket } from '@oniverse/contracts';
import { newObjectPath, storeKeyOf } from '@oniverse/data';
import {
  LOGGER,
  type Logger,
  ObjectStore,
  ProblemError,
  type RateLimit,
  RateLimits,
} from '@oniverse/platform';
import { readChunks } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { MemberChanges } from '../changes/member-changes.js';
import type { IncomingBody } from './incoming-body.decorator.js';
import { IncomingUpload } from './incoming-upload.js';
import { hashOfToken, newToken } from './object-address.js';
import { ObjectsRepository } from './objects.repository.js';
import {
  ATTACHMENT_UPLOAD,
  PICTURE_UPLOAD,
  requireAcceptable,
  uploadExpired,
  type UploadRules,
  wrongSize,
} from './upload-rules.js';
import { UploadSlots } from './upload-slots.js';

const UPLOAD_LIMIT: RateLimit = { name: 'uploads', points: 60, seconds: 60 * 60 };

@Injectable()
export class UploadsService {
  constructor(
    private readonly repository: ObjectsRepository,
    private readonly objects: ObjectStore,
    private readonly slots: UploadSlots,
    private readonly changes: MemberChanges,
    private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Creates an upload address on the first of `ownOrigins`.
   * @throws ProblemError `malformed_request` without an origin, `rate_limited`, `payload_too_large`,
   * `unsupported_media_type`
   */
  async createTicket(
    userId: string,
    declared: UploadBody,
    [origin]: readonly string[],
  ): Promise<UploadTicket> {
    if (origin === undefined) throw new ProblemError('malformed_request', MESSAGES.malformedRequest);
    await this.limits.consume(UPLOAD_LIMIT, userId);
    requireAcceptable(declared, PICTURE_UPLOAD);
    return this.changes.runChange(userId, ({ manager }) => this.open(manager, userId, origin));
  }

  /** Creates an upload address in a transaction of the member. @param lifetimeMs 15 minutes by default */
  async open(
    manager: EntityManager,
    userId: string,
    origin: string,
    lifetimeMs?: number,
  ): Promise<UploadTicket> {
    const objectPath = newObjectPath();
    const token = newToken();
    const tokenHash = hashOfToken(token);
    const expiresAt = await this.repository.insertAwaited(manager, userId, objectPath, tokenHash, lifetimeMs);
    return {
      uploadURL: `${origin}/uploads/${token}`,
      method: 'PUT',
      objectPath,
      expiresAt: expiresAt.toISOString(),
    };
  }

  /**
   * Stores the file sent to an upload address. A refused or interrupted upload leaves nothing behind, and uses up
   * the address unless its length is missing or no slot is free.
   * @returns the object's path
   * @throws ProblemError `length_required`, `upload_expired`, `rate_limited`, `unavailable`, `payload_too_large`,
   * `unsupported_media_type`, `malformed_request`
   */
  async receive(token: string, askerId: string | null, body: IncomingBody): Promise<string> {
    const { size } = body.declared;
    if (size === undefined) throw new ProblemError('length_required', MESSAGES.lengthRequired);
    const tokenHash = hashOfToken(token);
    const awaited = await this.repository.findAwaited(tokenHash, askerId);
    if (awaited === undefined) throw uploadExpired();
    const { userId, attachmentSize } = awaited;
    if (attachmentSize !== null && attachmentSize !== size) {
      throw wrongSize();
    }
    const rules = attachmentSize === null ? PICTURE_UPLOAD : ATTACHMENT_UPLOAD;
    // An oversized upload is refused without reading it, so it needs no bytes of the slot.
    const release = this.slots.acquire(userId, size > rules.maxBytes ? 0 : size);
    try {
      const path = await this.repository.claimAwaited(tokenHash, askerId);
      if (path === undefined) throw uploadExpired();
      await this.streamToStore(path, size, body, rules);
      return path;
    } finally {
      release();
    }
  }

  /** Streams the body to the store. The HTTP parser ensures that its length is the declared one. */
  private async streamToStore(
    path: string,
    size: number,
    { declared, bytes }: IncomingBody,
    rules: UploadRules,
  ): Promise<void> {
    const chunks = readChunks(bytes);
    let upload: IncomingUpload | undefined;
    try {
      requireAcceptable(declared, rules);
      upload = await IncomingUpload.fromChunks(chunks, rules);
      const { contentType } = upload;
      await this.objects.put(storeKeyOf(path), upload, { size, contentType });
      if (!(await this.repository.markStored(path, upload.toStoredBytes()))) throw uploadExpired();
    } catch (error) {
      await this.deleteFailed(path, upload !== undefined && upload.size > 0);
      throw error;
    } finally {
      // Drain the request: a client that is still sending reads the response only if its bytes are consumed.
      await chunks.return();
      bytes.resume();
    }
  }

  /** Deletes a failed upload. Maintenance retries what fails. @param mayBeStored bytes may have reached the store */
  private async deleteFailed(path: string, mayBeStored: boolean): Promise<void> {
    try {
      if (!(await this.repository.discardArriving(path))) return;
      if (mayBeStored) await this.objects.remove([storeKeyOf(path)]);
      await this.repository.deleteDiscarded([path]);
    } catch (error) {
      this.logger.warn({ err: error }, 'Could not delete a failed upload; maintenance will retry');
    }
  }
}
