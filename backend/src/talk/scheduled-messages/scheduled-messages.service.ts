import { Injectable } from '@nestjs/common';
import {
  type ChangeScheduledBody,
  isSendTime,
  ROOMS,
  SCHEDULED_MESSAGES,
  type ScheduledMessageView,
  type ScheduleMessageBody,
} from '@oniverse/contracts';
import {
  invalidField,
  LivePublisher,
  notFound,
  ProblemError,
  type RateLimit,
  RateLimits,
} from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AttachmentsService, MemberChanges, Quotas, requireRow } from '../../shared/index.js';
import { HeldMessagesService } from '../filters/held-messages.service.js';
import { MessagesService } from '../messages/messages.service.js';
import { generateNonce } from '../messages/nonces.js';
import {
  type LockedMessage,
  type ScheduledChange,
  ScheduledMessagesRepository,
} from './scheduled-messages.repository.js';
import { scheduledMessageView } from './scheduled-messages.view.js';
import { ScheduledSender } from './scheduled-sender.js';

const SCHEDULE_LIMIT: RateLimit = { name: 'scheduled-messages', points: 30, seconds: 60 };

const beingSent = (): ProblemError => new ProblemError('already_used', SCHEDULED_MESSAGES.beingSent);

/** Messages that members wrote for a later time. Only their authors see them. */
@Injectable()
export class ScheduledMessagesService {
  constructor(
    private readonly repository: ScheduledMessagesRepository,
    private readonly sender: ScheduledSender,
    private readonly messages: MessagesService,
    private readonly held: HeldMessagesService,
    private readonly attachments: AttachmentsService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly limits: RateLimits,
    private readonly live: LivePublisher,
  ) {}

  /** The next one first. */
  async list(userId: string, page: PageQueryDto): Promise<Page<ScheduledMessageView>> {
    return Page.of(await this.repository.listPage(userId, page), page.limit, scheduledMessageView);
  }

  /**
   * Schedules a message of a member who may write in the channel now. Without a time, it is left for a full moon.
   * @returns the message; `created` is false if the nonce was used before
   * @throws ProblemError as `MessagesService.requireSendable`; `validation_failed` for a wrong time, `quota_reached`, `rate_limited`
   */
  async schedule(
    userId: string,
    channelId: string,
    body: ScheduleMessageBody,
  ): Promise<{ message: ScheduledMessageView; created: boolean }> {
    const { content = '', attachments = [], nonce = generateNonce(), sendAt } = body;
    const { replyToSeq, acceptsWarning = false } = body;
    await this.limits.consume(SCHEDULE_LIMIT, userId);
    if (sendAt !== undefined) requireSendTime(sendAt);
    await this.messages.requireSendable(userId, body, { channelId, nonce });
    const { id, created } = await this.changes.runChange(userId, async ({ manager }) => {
      const known = await this.repository.findByNonce(manager, userId, nonce);
      if (known !== undefined) return { id: known, created: false };
      await this.quotas.requireCapacity(manager, 'scheduledMessages', userId);
      const message = { userId, channelId, content, nonce, replyToSeq, acceptsWarning, sendAt };
      const added = await this.repository.insert(manager, message);
      if (added === undefined) {
        throw sendAt === undefined ? invalidField('sendAt', SCHEDULED_MESSAGES.noMoon) : notFound();
      }
      const to = { owner: 'scheduledMessage', ownerId: added, userId } as const;
      await this.attachments.claim(manager, to, attachments);
      return { id: added, created: true };
    });
    return { message: await this.publishChanged(userId, id), created };
  }

  /**
   * Changes the text or the time of a message. A new time makes one that was refused wait again.
   * @throws ProblemError `not_found`; `validation_failed` for a wrong time, or without one for a message that was refused;
   * `already_used` while it is sent; for a new text as `MessagesService.requireSendable`
   */
  async change(userId: string, id: string, body: ChangeScheduledBody): Promise<ScheduledMessageView> {
    const { sendAt, acceptsWarning } = body;
    const content = body.content === null ? '' : body.content;
    await this.limits.consume(SCHEDULE_LIMIT, userId);
    if (sendAt !== undefined) requireSendTime(sendAt);
    const { channelId, nonce, files, isFailed } = requireRow(await this.repository.findSendable(userId, id));
    if (isFailed && sendAt === undefined) throw invalidField('sendAt', SCHEDULED_MESSAGES.badSendTime);
    if (content !== undefined) {
      if (channelId === null) throw new ProblemError('not_found', SCHEDULED_MESSAGES.placeGone);
      const changed = { content, attachments: files ?? [], acceptsWarning };
      await this.messages.requireSendable(userId, changed, { channelId, nonce });
    }
    const change: ScheduledChange = {
      content,
      sendAt,
      // A member who accepted a warning about one text has not accepted one about another.
      acceptsWarning: content === undefined ? undefined : (acceptsWarning ?? false),
    };
    await this.changeUnsent(userId, id, async (manager) => this.repository.change(manager, id, change));
    return this.publishChanged(userId, id);
  }

  /** @throws ProblemError `not_found`; `already_used` while it is sent */
  async delete(userId: string, id: string): Promise<void> {
    await this.changeUnsent(userId, id, async (manager) => this.repository.delete(manager, id));
    this.publish(userId);
  }

  /**
   * Sends a message now. If it is refused, it stays as it was.
   * @throws ProblemError `not_found`; `already_used` while it is sent; what `MessagesService.send` throws
   */
  async sendNow(userId: string, id: string, acceptsWarning: boolean | undefined): Promise<void> {
    requireRow(await this.repository.findSendable(userId, id));
    try {
      if (!(await this.sender.sendNow(userId, id, acceptsWarning))) throw beingSent();
    } finally {
      this.publish(userId);
    }
  }

  /** Changes a message that no backend sends or has sent, and takes back the entry about an earlier refusal. */
  private async changeUnsent(
    userId: string,
    id: string,
    change: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const isUnsent = await this.changes.runChange(userId, async ({ manager }) => {
      const locked = requireRow(await this.repository.lock(manager, userId, id));
      if (locked.isClaimed) throw beingSent();
      const wasSent = await this.wasSent(locked);
      await (wasSent ? this.repository.delete(manager, id) : change(manager));
      await this.repository.deleteEntry(manager, userId, id);
      return !wasSent;
    });
    if (isUnsent) return;
    this.publish(userId);
    throw notFound();
  }

  /** Returns whether a backend sent the message, and ended before it deleted its row. */
  private async wasSent({ userId, channelId, nonce, isUncertain }: LockedMessage): Promise<boolean> {
    if (!isUncertain || channelId === null) return false;
    return (await this.held.findSent({ userId, channelId, nonce })) !== undefined;
  }

  private async publishChanged(userId: string, id: string): Promise<ScheduledMessageView> {
    const row = requireRow(await this.repository.find(userId, id));
    this.publish(userId);
    return scheduledMessageView(row);
  }

  private publish(userId: string): void {
    this.live.publish('scheduled-messages:changed', ROOMS.user(userId), {});
  }
}

/** @throws ProblemError `validation_failed` */
function requireSendTime(sendAt: string): void {
  if (!isSendTime(Date.parse(sendAt), Date.now())) {
    throw invalidField('sendAt', SCHEDULED_MESSAGES.badSendTime);
  }
}
