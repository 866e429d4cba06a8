import { Injectable } from '@nestjs/common';
import {
  ATTACHMENT,
  ATTACHMENT_MESSAGES,
  type AttachmentRef,
  type AttachmentTicket,
  type AttachmentView,
  type CreateAttachmentBody,
  MESSAGES,
  UPLOAD,
  type UploadedAttachment,
} from '@oniverse/contracts';
import { notFound, ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { MemberChanges } from '../changes/member-changes.js';
import { Quotas } from '../changes/quotas.js';
import { ATTACHMENT_UPLOAD, requireAcceptable } from '../objects/upload-rules.js';
import { ObjectsService } from '../objects/objects.service.js';
import { UploadsService } from '../objects/uploads.service.js';
import { AttachmentsRepository, type ClaimedBy } from './attachments.repository.js';
import type { Sending } from './sending.js';

const ATTACHMENT_LIMIT: RateLimit = { name: 'attachments', points: ATTACHMENT.perHour, seconds: 60 * 60 };

/** @returns the problem of an attachment that cannot be claimed */
export const attachmentGone = (): ProblemError =>
  new ProblemError('already_used', ATTACHMENT_MESSAGES.attachmentGone);

/** Files of messages: their uploads, until a message claims them. */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly repository: AttachmentsRepository,
    private readonly uploads: UploadsService,
    private readonly objects: ObjectsService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Creates an upload address on the first of `ownOrigins`.
   * @throws ProblemError `malformed_request` without an origin, `rate_limited`, `payload_too_large`, `quota_reached`
   */
  async create(
    userId: string,
    { name, size }: CreateAttachmentBody,
    [origin]: readonly string[],
  ): Promise<AttachmentTicket> {
    if (origin === undefined) throw new ProblemError('malformed_request', MESSAGES.malformedRequest);
    await this.limits.consume(ATTACHMENT_LIMIT, userId);
    requireAcceptable({ size }, ATTACHMENT_UPLOAD);
    return this.changes.runChange(userId, async ({ manager }) => {
      await this.quotas.requireCapacityForAttachment(manager, userId, size);
      const inParts = size > ATTACHMENT.partBytes;
      const lifetimeMs = inParts ? UPLOAD.unclaimedMs : undefined;
      const { objectPath, ...ticket } = await this.uploads.open(manager, userId, origin, lifetimeMs);
      const id = await this.repository.insert(manager, { userId, objectPath, name, size });
      return { id, ...ticket, ...(inParts && { partBytes: ATTACHMENT.partBytes }) };
    });
  }

  /** Returns those of the member's uploads that nothing has claimed. */
  async listUploaded(userId: string, ids: readonly string[]): Promise<UploadedAttachment[]> {
    const rows = await this.repository.listUnclaimed(userId, ids);
    return rows.map(({ id, name, size, kind, view }) => ({
      id,
      name,
      size,
      isUploaded: kind !== null,
      attachment: view,
    }));
  }

  /** Deletes an upload that nothing has claimed. @throws ProblemError `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    const path = await this.repository.deleteUnclaimed(userId, id);
    if (path === undefined) throw notFound();
    await this.objects.removeDiscarded([path]);
  }

  /**
   * Requires that a message can claim attachments, or has claimed them, before it is queued with others: a failing claim would
   * repeat all of them.
   * @returns what their author wrote: names and descriptions
   * @throws ProblemError `already_used`
   */
  async requireClaimable(
    userId: string,
    refs: readonly AttachmentRef[],
    sending: Sending,
  ): Promise<string[]> {
    if (refs.length === 0) return [];
    const ids = refs.map(({ id }) => id);
    const names = await this.repository.findClaimable(userId, ids, sending);
    if (names.length < refs.length) throw attachmentGone();
    return [...names, ...refs.flatMap(({ alt }) => alt ?? [])];
  }

  /**
   * Makes uploads the attachments of something else than a message, in the given order. Its others are deleted.
   * @param sending what takes over those of a message that was scheduled
   * @returns all of its attachments; null if there are none
   * @throws ProblemError `already_used`
   */
  async claim(
    manager: EntityManager,
    to: ClaimedBy,
    refs: readonly AttachmentRef[],
    sending?: Sending,
  ): Promise<AttachmentView[] | null> {
    await this.repository.deleteOthers(
      manager,
      to,
      refs.map(({ id }) => id),
    );
    if (refs.length === 0) return null;
    if ((await this.repository.claim(manager, to, refs, sending)) < refs.length) throw attachmentGone();
    return this.repository.listOf(manager, to);
  }
}
