import { Injectable } from '@nestjs/common';
import {
  type AttachmentRef,
  CHANNEL_LIMIT_MESSAGES,
  CHANNEL_OPEN,
  CONVERSATION_MESSAGES,
  type ChannelOpenAnswer,
  type ChannelOpenRequest,
  LIMITS,
  MESSAGE_MESSAGES,
  type MessageView,
  type RemovedAuthor,
  type SendMessageBody,
} from '@oniverse/contracts';
import {
  invalidField,
  notFound,
  ProblemError,
  type RateLimit,
  RateLimits,
  unavailable,
} from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import {
  AccessService,
  AttachmentsService,
  NewAccounts,
  type Sending,
  StaleReads,
} from '../../shared/index.js';
import { MessageFilters } from '../filters/message-filters.js';
import { AuthorRemovalsRepository } from './author-removals.repository.js';
import { ChannelFeed } from './channel-feed.js';
import { ChannelWriter } from './channel-writer.js';
import { requireContent } from './message-content.js';
import { type MessageRow, MessagesRepository, type ReadChannelHead } from './messages.repository.js';
import { messageView } from './messages.view.js';
import { generateNonce } from './nonces.js';
import { OwnReactions } from './own-reactions.js';
import { ResumePages } from './resume-pages.js';

/** A page of a channel's history, by `seq`. At most one of `before` and `after` is set. */
export interface HistoryPage {
  before?: number;
  after?: number;
  limit?: number;
}

export interface LiveReader {
  userId: string;
  rooms: ReadonlySet<string>;
}

const MESSAGE_LIMIT: RateLimit = { name: 'messages', points: 10, seconds: 10 };

@Injectable()
export class MessagesService {
  constructor(
    private readonly access: AccessService,
    private readonly writer: ChannelWriter,
    private readonly feed: ChannelFeed,
    private readonly repository: MessagesRepository,
    private readonly removals: AuthorRemovalsRepository,
    private readonly limits: RateLimits,
    private readonly pages: ResumePages,
    private readonly ownReactions: OwnReactions,
    private readonly staleReads: StaleReads,
    private readonly filters: MessageFilters,
    private readonly attachments: AttachmentsService,
    private readonly newAccounts: NewAccounts,
  ) {}

  /**
   * Stores and publishes a message. The storing transaction checks the permission under the channel's lock.
   * @returns the message; `created` is false if the nonce was used before
   * @throws ProblemError `not_found`, `not_a_member`, `timed_out`, `channel_locked`, `slow_mode`, `rate_limited`, `account_too_new`,
   * `unavailable`; `forbidden` in a conversation that is closed or waits as a request; `already_used` for an attachment that is gone; `filtered`, `filter_warning`, `held_for_review` or
   * `quota_reached` for what filters match; `validation_failed` for a message without text and attachments
   */
  async send(
    userId: string,
    channelId: string,
    body: SendMessageBody,
  ): Promise<{ message: MessageView; created: boolean }> {
    requireContent(body);
    await this.limits.consume(MESSAGE_LIMIT, userId);
    await this.newAccounts.countText(userId, body.content ?? '', { messages: 1 });
    const { content = '', nonce = generateNonce(), attachments = [], replyToSeq, draftRev } = body;
    const fileTexts = await this.requireFiles(userId, attachments, { channelId, nonce });
    const message = { userId, content, attachments, nonce, replyToSeq, draftRev };
    await this.filters.admit({ ...message, channelId, fileTexts, acceptsWarning: body.acceptsWarning });
    const appended = await this.writer.append(channelId, message);
    if (!appended) throw notFound();
    if (!appended.row) {
      await this.access.requireChannelWrite(userId, channelId);
      await this.requireTurn(userId, channelId);
      if ((await this.repository.findRequest(channelId))?.isFull) {
        throw new ProblemError('forbidden', CONVERSATION_MESSAGES.conversationWaiting);
      }
      // The member joined, or a time-out, a lock or a wait ended, since the message was refused.
      throw unavailable();
    }
    return { message: messageView(appended.row), created: appended.created };
  }

  /**
   * Requires that a member may send a message now, apart from slow mode and the pace. What filters would hold is allowed.
   * @throws ProblemError as `send`
   */
  async requireSendable(
    userId: string,
    body: Pick<SendMessageBody, 'content' | 'attachments' | 'acceptsWarning'>,
    sending: Sending,
  ): Promise<void> {
    requireContent(body);
    const { channelId } = sending;
    const { content = '', attachments = [], acceptsWarning } = body;
    const { serverId } = await this.access.requireChannelRead(userId, channelId);
    await this.access.requireChannelWrite(userId, channelId);
    const fileTexts = await this.requireFiles(userId, attachments, sending);
    await this.filters.assertSendable({ userId, channelId, content, fileTexts, acceptsWarning }, serverId);
  }

  /** Requires that a message can have its files. @returns what their author wrote @throws ProblemError */
  private async requireFiles(
    userId: string,
    attachments: readonly AttachmentRef[],
    sending: Sending,
  ): Promise<string[]> {
    if (attachments.length > 0 && (await this.repository.findRequest(sending.channelId))) {
      throw new ProblemError('forbidden', CONVERSATION_MESSAGES.requestTextOnly);
    }
    return this.attachments.requireClaimable(userId, attachments, sending);
  }

  /** Requires that slow mode lets the member write in a channel or thread. @throws ProblemError `slow_mode` */
  async requireTurn(userId: string, channelId: string, manager?: EntityManager): Promise<void> {
    const wait = await this.repository.findSlowModeWait(userId, channelId, manager);
    if (!wait) return;
    const { seconds, left } = wait;
    throw new ProblemError('slow_mode', CHANNEL_LIMIT_MESSAGES.slowMode({ seconds }), { retryAfter: left });
  }

  /** Requires that a channel is not a conversation that waits as a request. @throws ProblemError `forbidden` */
  async requireAccepted(channelId: string, manager: EntityManager): Promise<void> {
    if (await this.repository.findRequest(channelId, manager)) {
      throw new ProblemError('forbidden', CONVERSATION_MESSAGES.requestWithoutThreads);
    }
  }

  /** Returns messages as a reader sees them, who must be allowed to read them. */
  async listByIds(userId: string, ids: readonly string[]): Promise<MessageView[]> {
    return this.ownReactions.mark(userId, (await this.repository.listByIds(ids)).map(messageView));
  }

  /** Returns messages, oldest first, and where the channel begins. @throws ProblemError `not_found`, `validation_failed` for two directions */
  async history(userId: string, channelId: string, page: HistoryPage): Promise<Page<MessageView>> {
    const { firstSeq } = await this.access.requireChannelRead(userId, channelId);
    const { before, after, limit = LIMITS.page.default } = page;
    if (before !== undefined && after !== undefined) {
      throw invalidField('after', MESSAGE_MESSAGES.oneDirection);
    }
    const rows =
      after === undefined
        ? await this.pageBefore(channelId, before ?? null, limit)
        : await this.repository.pageAfter(channelId, after, limit);
    const messages = await this.ownReactions.mark(userId, rows.map(messageView));
    return Page.ofHistory(messages, firstSeq);
  }

  private async pageBefore(channelId: string, before: number | null, limit: number): Promise<MessageRow[]> {
    const read = () => this.repository.pageBefore(channelId, before, limit);
    return before === null ? read() : this.staleReads.run('member', read);
  }

  /**
   * Lets a socket follow a channel. Reopening a followed channel needs no query: the periodic checks ensure that a
   * socket in the room of its readers belongs to one.
   * @param room `join` must take effect synchronously
   * @throws ProblemError `not_found`
   */
  async follow(reader: LiveReader, channelId: string, room: { join(): void; leave(): void }): Promise<void> {
    const open = this.feed.headOf(channelId);
    if (open && reader.rooms.has(open.readersRoom)) {
      room.join();
      return;
    }
    const channel = await this.access.requireChannelRead(reader.userId, channelId);
    this.feed.follow(channelId, channel);
    this.filters.prepare(channelId, channel.serverId);
    room.join();
    if (reader.rooms.has(channel.readersRoom)) return;
    // Someone who lost the channel after the first check had not joined the room yet, and so was not evicted from it.
    try {
      await this.access.requireChannelRead(reader.userId, channelId);
    } catch (error) {
      room.leave();
      throw error;
    }
  }

  /** Returns what a client needs to catch up with a channel. Must be called after its socket joined the room. */
  async resume(userId: string, request: ChannelOpenRequest): Promise<ChannelOpenAnswer> {
    const { messages, changed, ...answer } = await this.missedBy(request);
    return {
      ...answer,
      messages: await this.ownReactions.mark(userId, messages),
      changed: await this.ownReactions.mark(userId, changed),
    };
  }

  private async missedBy(request: ChannelOpenRequest): Promise<ChannelOpenAnswer> {
    const { channelId } = request;
    const after = request.after ?? null;
    const head = await this.headFor(request);
    if (!head) throw notFound();
    const { firstSeq, lastSeq, lastRev } = head;
    const position = { firstSeq, lastSeq, lastRev };
    if (after === null) return { ...position, ...(await this.latestPage(channelId)) };
    // A copy that begins with messages that expired since would keep them.
    const from = request.from ?? after + 1;
    // A client ahead of the channel has seen a state that was lost, for example by restoring a backup.
    if (from < firstSeq || after > lastSeq || lastSeq - after > CHANNEL_OPEN.maxNew) {
      return { ...position, ...(await this.latestPage(channelId)), reset: true };
    }
    const isCurrent = request.rev === lastRev;
    const [changes, removedAuthors] = isCurrent
      ? [{ firstSeq, changed: [] }, []]
      : await Promise.all([this.changedSince(request, after), this.removedAuthorsSince(request)]);
    const { changed } = changes;
    // The head may be some seconds older than the changes.
    position.firstSeq = Math.max(firstSeq, changes.firstSeq);
    const isIncomplete = from < position.firstSeq || changed.length > CHANNEL_OPEN.maxChanged;
    if (isIncomplete || removedAuthors === undefined) {
      return { ...position, ...(await this.latestPage(channelId)), reset: true };
    }
    const messages = after === lastSeq ? [] : await this.pages.after(channelId, after);
    return {
      ...position,
      messages: messages.slice(0, CHANNEL_OPEN.page),
      changed,
      ...(removedAuthors.length > 0 ? { removedAuthors } : {}),
      more: messages.length > CHANNEL_OPEN.page,
    };
  }

  /** Returns the head emitted by this process, unless the client has received more from another backend. */
  private async headFor({
    channelId,
    after,
    rev,
  }: ChannelOpenRequest): Promise<Readonly<ReadChannelHead> | undefined> {
    const open = this.feed.headOf(channelId);
    return open && (after ?? 0) <= open.lastSeq && (rev ?? 0) <= open.lastRev
      ? open
      : this.pages.head(channelId);
  }

  private async latestPage(
    channelId: string,
  ): Promise<Pick<ChannelOpenAnswer, 'messages' | 'changed' | 'more'>> {
    return { messages: await this.pages.latest(channelId), changed: [], more: false };
  }

  /** Returns the authors removed since the client's `rev`; undefined if the client must reset. */
  private async removedAuthorsSince({
    channelId,
    rev,
  }: ChannelOpenRequest): Promise<RemovedAuthor[] | undefined> {
    if (rev === undefined || rev === null) return [];
    return this.removals.after(channelId, rev, CHANNEL_OPEN.maxRemovedAuthors);
  }

  private async changedSince(
    request: ChannelOpenRequest,
    after: number,
  ): Promise<{ firstSeq: number; changed: MessageView[] }> {
    const { channelId, from, rev } = request;
    if (from === undefined || from === null || rev === undefined || rev === null) {
      return { firstSeq: 1, changed: [] };
    }
    const limit = CHANNEL_OPEN.maxChanged + 1;
    const { firstSeq, changed } = await this.repository.changedBetween(channelId, from, after, rev, limit);
    return { firstSeq, changed: changed.map(messageView) };
  }
}
