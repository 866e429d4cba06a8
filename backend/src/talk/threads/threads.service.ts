import { Injectable } from '@nestjs/common';
import {
  CONVERSATION_MESSAGES,
  type MessageView,
  ROOMS,
  type StartThreadBody,
  THREAD_MESSAGES,
  type ThreadView,
} from '@oniverse/contracts';
import { LivePublisher, notFound, ProblemError } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import {
  AccessService,
  AttachmentsService,
  MemberChanges,
  NewAccounts,
  Quotas,
  requireRow,
  retryDeadlocks,
} from '../../shared/index.js';
import type { EntityManager } from 'typeorm';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { MessageFilters } from '../filters/message-filters.js';
import { requireContent } from '../messages/message-content.js';
import { MessageChangesService } from '../messages/message-changes.service.js';
import { MessagesService } from '../messages/messages.service.js';
import {
  type FollowedPage,
  type ThreadPage,
  type ThreadPlace,
  type ThreadRow,
  ThreadsRepository,
} from './threads.repository.js';
import { threadView } from './threads.view.js';

/** A member, and the thread that they follow or stop following. */
type FollowChange = Pick<ThreadRow, 'server_id' | 'parent_id' | 'channel_id' | 'last_seq'>;

/** Threads, which are channels: their messages take the same path as those of other channels. */
@Injectable()
export class ThreadsService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: ThreadsRepository,
    private readonly messages: MessagesService,
    private readonly messageChanges: MessageChangesService,
    private readonly live: LivePublisher,
    private readonly audit: ServerAuditService,
    private readonly filters: MessageFilters,
    private readonly attachments: AttachmentsService,
    private readonly newAccounts: NewAccounts,
  ) {}

  /**
   * Sends a reply to the thread of a message, which its first reply starts.
   * @returns the reply; `created` is false if the nonce was used before
   * @throws ProblemError `forbidden` for a message in a thread or a request; otherwise as `MessagesService.send`
   */
  async start(
    userId: string,
    messageId: string,
    reply: StartThreadBody,
  ): Promise<{ message: MessageView; created: boolean }> {
    requireContent(reply);
    const threadId =
      (await this.repository.findByMessage(messageId)) ?? (await this.startFor(userId, messageId, reply));
    return this.messages.send(userId, threadId, reply);
  }

  /**
   * Returns the new thread of a message, or the one that was started before, in a transaction that locks its channel.
   * @throws ProblemError as `start`
   */
  async createWithin(manager: EntityManager, userId: string, messageId: string): Promise<string> {
    await this.messageChanges.lock(manager, messageId);
    const started = await this.repository.findByMessage(messageId, manager);
    if (started !== undefined) return started;
    const place = await this.access.requireMessageAnswer(manager, userId, messageId);
    if (place.parentId !== null) throw new ProblemError('forbidden', THREAD_MESSAGES.nested);
    const { serverId, channelId: parentId } = place;
    await this.messages.requireAccepted(parentId, manager);
    // So that no thread without a reply counts.
    await this.messages.requireTurn(userId, parentId, manager);
    await this.quotas.requireCapacity(manager, 'threadsPerDay', userId);
    return requireRow(await this.repository.insert(manager, { serverId, parentId, messageId, userId }));
  }

  /** @throws ProblemError `not_found` */
  async get(userId: string, threadId: string): Promise<ThreadView> {
    await this.access.requireChannelRead(userId, threadId);
    const row = await this.repository.find(userId, threadId);
    if (!row) throw notFound();
    const view = await this.viewsOf(userId, [row]);
    return view(row);
  }

  /** Returns the threads of a channel, latest activity first. @throws ProblemError `not_found` */
  async list(userId: string, channelId: string, page: ThreadPage): Promise<Page<ThreadView>> {
    await this.access.requireChannelRead(userId, channelId);
    return this.pageOf(userId, await this.repository.listPage(userId, channelId, page), page);
  }

  /** Returns the threads that the member follows, latest activity first. */
  async listFollowed(userId: string, page: FollowedPage): Promise<Page<ThreadView>> {
    return this.pageOf(userId, await this.repository.listFollowedPage(userId, page), page);
  }

  /**
   * Deletes a thread with its messages. A concurrent message is deleted too, or rejected with `not_found`.
   * @throws ProblemError `not_found`; `forbidden` unless the caller is the owner or a moderator, and in a conversation
   */
  async delete(userId: string, threadId: string): Promise<void> {
    const { serverId, thread, publishMessage } = await retryDeadlocks(() =>
      this.changes.runChange(userId, async ({ manager }) => this.deleteWithin(manager, userId, threadId)),
    );
    publishMessage();
    const { parent_id: parentId, follower_ids: followerIds } = thread;
    const room = ROOMS.channel(threadId);
    const deleted = { serverId, parentId, channelId: threadId };
    const rooms = [room, ROOMS.channel(parentId), ...followerIds.map(ROOMS.user)];
    this.live.publish('thread:deleted', rooms, deleted);
    this.live.leaveRooms(room, room);
  }

  private async deleteWithin(
    manager: EntityManager,
    userId: string,
    threadId: string,
  ): Promise<{ serverId: string; thread: ThreadPlace; publishMessage: () => void }> {
    const serverId = await this.repository.findServerId(manager, userId, threadId);
    if (serverId === undefined) throw notFound();
    if (serverId === null) throw new ProblemError('forbidden', CONVERSATION_MESSAGES.onlyInDimensions);
    await this.access.lockServer(manager, userId, serverId, 'deleteThreads');
    const thread = await this.repository.lock(manager, threadId);
    if (!thread) throw notFound();
    await this.repository.delete(manager, threadId);
    await this.audit.record(manager, {
      serverId,
      actorId: userId,
      kind: 'thread_deleted',
      subjectId: thread.author_id,
      channelId: thread.parent_id,
      detail: { name: thread.parent_name },
    });
    return {
      serverId,
      thread,
      publishMessage: await this.messageChanges.touchWithin(manager, thread.message_id),
    };
  }

  /** Lets the member follow a thread. @throws ProblemError `not_found`, `not_a_member`, `quota_reached` */
  async follow(userId: string, threadId: string): Promise<void> {
    const thread = await this.requireFollowable(userId, threadId);
    if (thread.is_followed) return;
    const isFollowed = await this.changes.runChange(userId, async ({ manager }) => {
      await this.quotas.requireCapacity(manager, 'followedThreads', userId);
      return this.repository.follow(manager, userId, threadId);
    });
    if (isFollowed) this.publish(userId, thread, true);
  }

  /** Lets the member stop following a thread. @throws ProblemError `not_found`, `not_a_member` */
  async unfollow(userId: string, threadId: string): Promise<void> {
    const thread = await this.requireFollowable(userId, threadId);
    if (await this.repository.unfollow(userId, threadId)) this.publish(userId, thread, false);
  }

  /** Starts the thread of a message for a reply that is not refused: a thread without replies would remain. */
  private async startFor(userId: string, messageId: string, reply: StartThreadBody): Promise<string> {
    const { serverId, channelId } = await this.access.requireMessageRead(userId, messageId);
    const { content = '', attachments = [], nonce = '', acceptsWarning } = reply;
    const fileTexts = await this.attachments.requireClaimable(userId, attachments, { channelId, nonce });
    await this.newAccounts.requireText(userId, content, { messages: 1 });
    await this.filters.assertSendable({ userId, channelId, content, fileTexts, acceptsWarning }, serverId);
    return this.create(userId, messageId);
  }

  /** Returns the new thread of a message, or the one that another member started first. */
  private async create(userId: string, messageId: string): Promise<string> {
    return retryDeadlocks(() =>
      this.changes.runChange(userId, async ({ manager }) => this.createWithin(manager, userId, messageId)),
    );
  }

  private async requireFollowable(userId: string, threadId: string): Promise<ThreadRow> {
    await this.access.requireChannelMember(userId, threadId);
    const thread = await this.repository.find(userId, threadId);
    if (!thread) throw notFound();
    return thread;
  }

  private publish(userId: string, thread: FollowChange, isFollowed: boolean): void {
    this.live.publish('thread:changed', ROOMS.user(userId), {
      serverId: thread.server_id,
      parentId: thread.parent_id,
      channelId: thread.channel_id,
      lastSeq: thread.last_seq,
      isFollowed,
    });
  }

  private async pageOf(
    userId: string,
    rows: readonly ThreadRow[],
    { limit }: ThreadPage,
  ): Promise<Page<ThreadView>> {
    return Page.of(rows, limit, await this.viewsOf(userId, rows));
  }

  /** Reads the messages that start the threads, with the reactions of the reader. */
  private async viewsOf(userId: string, rows: readonly ThreadRow[]): Promise<(row: ThreadRow) => ThreadView> {
    const ids = rows.map((row) => row.message_id);
    const messages = await this.messages.listByIds(userId, ids);
    const byId = new Map(messages.map((message) => [message.id, message]));
    return (row) => threadView(row, requireRow(byId.get(row.message_id)));
  }
}
