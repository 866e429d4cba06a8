import { Inject, Injectable } from '@nestjs/common';
import { MESSAGES, type UploadBody, type UploadTicket } from '@oniverse/contracts';
import { newObjectPath, storeKeyOf } from '@oniverse/data';
import { LOGGER, type Logger, ObjectStore, ProblemError, RateLimits } from '@oniverse/platform';
import { chunksOf } from '@oniverse/platform/backend';
import { MemberChanges } from '../changes/member-changes.js';
import type { IncomingBody } from './incoming-body.decorator.js';
import { IncomingPicture, refuseDeclared } from './incoming-picture.js';
import { hashOfToken, newToken } from './object-address.js';
import { ObjectsRepository } from './objects.repository.js';
import { spool } from './spool.js';

const uploadExpired = (): ProblemError => new ProblemError('upload_expired', MESSAGES.uploadExpired);

/** Pictures on their way in: an address is given out, and what is sent there goes on to the store. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly repository: ObjectsRepository,
    private readonly store: ObjectStore,
    private readonly changes: MemberChanges,
    private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Gives out an address that takes one picture.
   * @param ownOrigins the site's own, the first for the address
   * @throws ProblemError `malformed_request` where there is none, `rate_limited`, `payload_too_large`, `unsupported_media_type`
   */
  async open(userId: string, declared: UploadBody, [origin]: readonly string[]): Promise<UploadTicket> {
    if (origin === undefined) throw new ProblemError('malformed_request', MESSAGES.malformedRequest);
    await this.limits.consume('uploads', userId);
    refuseDeclared(declared);
    const objectPath = newObjectPath();
    const token = newToken();
    const expiresAt = await this.changes.run(userId, (change) =>
      this.repository.insertAwaited(change.manager, userId, objectPath, hashOfToken(token)),
    );
    return {
      uploadURL: `${origin}/uploads/${token}`,
      method: 'PUT',
      objectPath,
      expiresAt: expiresAt.toISOString(),
    };
  }

  /**
   * Takes the picture that is sent to an upload address, which works once. What is refused or breaks off leaves
   * nothing behind.
   * @param askerId the member whose session came along; null where none did
   * @returns the object's path
   * @throws ProblemError `upload_expired`, `payload_too_large`, `unsupported_media_type`, `malformed_request`, or an
   * outage
   */
  async receive(token: string, askerId: string | null, { declared, bytes }: IncomingBody): Promise<string> {
    const path = await this.repository.takeAwaited(hashOfToken(token), askerId);
    if (path === undefined) throw uploadExpired();
    const chunks = chunksOf(bytes);
    let picture: IncomingPicture | undefined;
    try {
      refuseDeclared(declared);
      picture = await IncomingPicture.begin(chunks);
      await this.pass(picture, path, declared.size);
      if (!(await this.repository.store(path, picture.measures()))) throw uploadExpired();
      return path;
    } catch (error) {
      await this.giveUp(path, picture !== undefined && picture.size > 0);
      throw error;
    } finally {
      // A client that still sends reads the answer only if somebody takes what it sends.
      await chunks.return();
      bytes.resume();
    }
  }

  private async pass(picture: IncomingPicture, path: string, size: number | undefined): Promise<void> {
    const { contentType } = picture;
    const put = (bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> =>
      this.store.put(storeKeyOf(path), bytes, { size, contentType });
    // The store wants to know the size beforehand.
    await (size === undefined ? spool(picture, put) : put(picture, size));
  }

  /** What fails here is done by upkeep. @param mayBeStored some of its bytes may have reached the store */
  private async giveUp(path: string, mayBeStored: boolean): Promise<void> {
    try {
      if (!(await this.repository.discardArriving(path))) return;
      if (mayBeStored) await this.store.remove([storeKeyOf(path)]);
      await this.repository.deleteDiscarded([path]);
    } catch (error) {
      this.logger.warn({ err: error }, 'What is left of an upload is left for upkeep');
    }
  }
}
