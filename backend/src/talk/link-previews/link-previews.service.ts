import { Injectable } from '@nestjs/common';
import { LINK_PREVIEW_LIMITS, type MessageView } from '@oniverse/contracts';
import { enqueueOutbox, OUTBOX_TOPICS } from '@oniverse/data';
import { notFound, type RateLimit, RateLimits } from '@oniverse/platform';
import { DataSource } from 'typeorm';
import { AccessService, requireRow } from '../../shared/index.js';
import { MessageChangesService } from '../messages/message-changes.service.js';
import { MessageLinksService } from '../messages/message-links.service.js';
import { MessagesService } from '../messages/messages.service.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';

const CHANGE_LIMIT: RateLimit = { name: 'link-previews', points: 30, seconds: 60 };

@Injectable()
export class LinkPreviewsService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MessageChangesService,
    private readonly messages: MessagesService,
    private readonly links: MessageLinksService,
    private readonly dataSource: DataSource,
    private readonly audit: ServerAuditService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Enqueues the previews of a message in a conversation.
   * @throws ProblemError `not_found`, also for a message elsewhere; `forbidden` while it waits as a request; `rate_limited`
   */
  async request(userId: string, messageId: string): Promise<void> {
    await this.limits.consume(CHANGE_LIMIT, userId);
    await this.access.requireConversationMember(userId, messageId);
    await enqueueOutbox(this.dataSource.manager, [{ topic: OUTBOX_TOPICS.previewLinks, subject: messageId }]);
  }

  /**
   * Removes the preview of a link from a message, or does nothing if it has none.
   * @throws ProblemError `not_found`, `rate_limited`; `forbidden`, `not_a_member` or `timed_out` for those who may not delete the
   * message
   */
  async remove(userId: string, messageId: string, place: string): Promise<MessageView> {
    const position = placeOf(place);
    await this.limits.consume(CHANGE_LIMIT, userId);
    const publish = await this.dataSource.transaction(async (manager) => {
      await this.changes.lock(manager, messageId);
      const relation = await this.access.requireMessageDelete(manager, userId, messageId);
      if (!(await this.links.removeWithin(manager, messageId, position))) return undefined;
      const { isOwn, serverId, authorId: subjectId, channelId, parentId } = relation;
      if (!isOwn && serverId !== null) {
        await this.audit.record(manager, {
          serverId,
          actorId: userId,
          kind: 'link_preview_removed',
          subjectId,
          channelId: parentId ?? channelId,
        });
      }
      return this.changes.touchWithin(manager, messageId);
    });
    publish?.();
    return requireRow((await this.messages.listByIds(userId, [messageId]))[0]);
  }
}

/** @throws ProblemError `not_found` for a text that is no place of a preview */
function placeOf(text: string): number {
  const place = Number(text);
  if (!Number.isInteger(place) || place < 1 || place > LINK_PREVIEW_LIMITS.perMessage) throw notFound();
  return place;
}
