import { Injectable } from '@nestjs/common';
import type { MessageView } from '@oniverse/contracts';
import { ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, Quotas, requireRow } from '../../shared/index.js';
import type { SentAs } from '../filters/held-messages.service.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { ChannelFeed } from './channel-feed.js';
import { MessageChangesRepository } from './message-changes.repository.js';
import { MessagePinsRepository } from './message-pins.repository.js';
import type { MessageRow } from './messages.repository.js';
import { messageView } from './messages.view.js';
import { OwnReactions } from './own-reactions.js';

const PIN_LIMIT: RateLimit = { name: 'pins', points: 30, seconds: 60 };

/** Pins and unpins messages. A pin is a part of its message, so that each change of it is a revision of the message. */
@Injectable()
export class MessagePinsService {
  constructor(
    private readonly access: AccessService,
    private readonly quotas: Quotas,
    private readonly messages: MessageChangesRepository,
    private readonly repository: MessagePinsRepository,
    private readonly feed: ChannelFeed,
    private readonly ownReactions: OwnReactions,
    private readonly audit: ServerAuditService,
    private readonly limits: RateLimits,
  ) {}

  /** Last pinned first. @throws ProblemError `not_found` */
  async list(userId: string, channelId: string, page: PageQueryDto): Promise<Page<MessageView>> {
    await this.access.requireChannelRead(userId, channelId);
    const rows = await this.repository.listPage(channelId, page);
    const messages = await this.ownReactions.mark(userId, rows.map(messageView));
    const pins = rows.map(({ pin_id: id }, index) => ({ id, message: requireRow(messages[index]) }));
    return Page.of(pins, page.limit, ({ message }) => message);
  }

  /**
   * Pins a message, or does nothing if it is pinned.
   * @throws ProblemError `not_found`, `quota_reached`, `rate_limited`; `forbidden` unless the caller is the owner or a moderator
   */
  async pin(userId: string, messageId: string): Promise<MessageView> {
    return this.change(userId, messageId, true);
  }

  /**
   * Unpins a message, or does nothing if it is not pinned.
   * @throws ProblemError `not_found`, `rate_limited`; `forbidden` unless the caller is the owner or a moderator
   */
  async unpin(userId: string, messageId: string): Promise<MessageView> {
    return this.change(userId, messageId, false);
  }

  /**
   * Pins a message that a full moon opened, so that its channel shows which ones were. Does nothing if it is not stored, or staff
   * pinned as many as there may be.
   */
  async pinOpened(sent: SentAs): Promise<void> {
    const id = await this.repository.findSent(sent);
    if (id === undefined) return;
    try {
      const pinned = await this.messages.transaction(async (manager) => {
        await this.messages.lockChannel(manager, id);
        const current = await this.messages.find(manager, id);
        if (!current || current.pinned_at !== null || current.deleted_at !== null) return undefined;
        await this.add(manager, current);
        return this.messages.touch(manager, id);
      });
      if (pinned) this.feed.publishChanged(sent.channelId, [messageView(pinned)]);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'quota_reached') throw error;
    }
  }

  private async add(manager: EntityManager, message: MessageRow): Promise<void> {
    await this.quotas.requireCapacity(manager, 'pinsPerChannel', message.channel_id);
    await this.repository.insert(manager, message);
  }

  private async change(userId: string, messageId: string, isPinned: boolean): Promise<MessageView> {
    await this.limits.consume(PIN_LIMIT, userId);
    const { message, hasChanged } = await this.messages.transaction(async (manager) => {
      await this.messages.lockChannel(manager, messageId);
      const place = await this.access.requireMessagePin(manager, userId, messageId);
      const { serverId, channelId, parentId, authorId: subjectId } = place;
      const current = requireRow(await this.messages.find(manager, messageId));
      if ((current.pinned_at !== null) === isPinned) return { message: current, hasChanged: false };
      await (isPinned ? this.add(manager, current) : this.repository.delete(manager, current));
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: isPinned ? 'message_pinned' : 'message_unpinned',
        subjectId,
        channelId: parentId ?? channelId,
      });
      return { message: requireRow(await this.messages.touch(manager, messageId)), hasChanged: true };
    });
    const view = messageView(message);
    if (hasChanged) this.feed.publishChanged(view.channelId, [view]);
    return requireRow((await this.ownReactions.mark(userId, [view]))[0]);
  }
}
