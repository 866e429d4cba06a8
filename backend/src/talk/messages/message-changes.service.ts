import { Injectable } from '@nestjs/common';
import {
  type EditMessageBody,
  GAME_MESSAGES,
  messageMentionsOf,
  type MessageVersionView,
  type MessageView,
} from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService, NewAccounts, requireRow } from '../../shared/index.js';
import { MessageFilters } from '../filters/message-filters.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { ChannelFeed } from './channel-feed.js';
import { Mentions } from './mentions.js';
import { type DeletedMessage, MessageChangesRepository } from './message-changes.repository.js';
import { MessageLinksService } from './message-links.service.js';
import type { MessageRow } from './messages.repository.js';
import { messageView } from './messages.view.js';
import { ThreadSummaries } from './thread-summaries.js';

/**
 * Edits and deletes messages. Each change locks the channel first, so that its `rev` is ordered with new messages and
 * permissions cannot change before the commit.
 */
@Injectable()
export class MessageChangesService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: MessageChangesRepository,
    private readonly feed: ChannelFeed,
    private readonly mentions: Mentions,
    private readonly threads: ThreadSummaries,
    private readonly audit: ServerAuditService,
    private readonly filters: MessageFilters,
    private readonly links: MessageLinksService,
    private readonly newAccounts: NewAccounts,
  ) {}

  /** Locks what a change of a message locks, until the end of the transaction. */
  async lock(manager: EntityManager, messageId: string): Promise<void> {
    await this.repository.lockChannel(manager, messageId);
  }

  /**
   * Gives a message whose thread or preview was deleted the next revision, in a transaction that has locked its channel.
   * @returns a function that publishes it; call it after the commit
   */
  async touchWithin(manager: EntityManager, messageId: string): Promise<() => void> {
    const message = messageView(requireRow(await this.repository.touch(manager, messageId)));
    return () => this.feed.publishChanged(message.channelId, [message]);
  }

  /**
   * Absent or equal `content` changes nothing.
   * @throws ProblemError `not_found`, `forbidden`, `not_a_member`, `timed_out`, `channel_locked`, `filtered`, `filter_warning`,
   * `account_too_new`
   */
  async edit(
    userId: string,
    messageId: string,
    { content, acceptsWarning }: EditMessageBody,
  ): Promise<MessageView> {
    const { serverId } = await this.access.requireMessageRead(userId, messageId);
    await this.newAccounts.countText(userId, content ?? '');
    const place = { userId, messageId, serverId };
    const assertAllowed = await this.filters.checkEdit(place, content ?? '', acceptsWarning);
    const { message, edited } = await this.repository.transaction(async (manager) => {
      await this.repository.lockChannel(manager, messageId);
      const standing = await this.access.requireMessageEdit(manager, userId, messageId);
      const row = requireRow(await this.repository.find(manager, messageId));
      requireNoMove(row);
      const current = messageView(row);
      if (content === undefined || content === current.content) return { message: current };
      assertAllowed(standing);
      await this.links.reviseWithin(manager, row, content);
      const edited = requireRow(
        await this.repository.edit(manager, messageId, content, messageMentionsOf(content)),
      );
      return { message: messageView(edited.row), edited };
    });
    if (edited) {
      this.feed.publishChanged(message.channelId, [message]);
      this.mentions.publish(edited);
    }
    return message;
  }

  /**
   * Returns the earlier texts of a message, newest first.
   * @throws ProblemError `not_found`; `forbidden` or `not_a_member` for readers other than the author and the staff
   */
  async listVersions(userId: string, messageId: string): Promise<MessageVersionView[]> {
    await this.access.requireMessageVersions(userId, messageId);
    const versions = await this.repository.listVersions(messageId);
    return versions.map(({ id, content, writtenAt }) => ({
      id,
      content,
      writtenAt: writtenAt.toISOString(),
    }));
  }

  /** Soft-deletes a message. @throws ProblemError `not_found`, `forbidden`, `not_a_member`, `timed_out` */
  async delete(userId: string, messageId: string): Promise<void> {
    const publish = await this.repository.transaction(async (manager) =>
      this.deleteWithin(manager, userId, messageId),
    );
    await publish();
  }

  /**
   * Soft-deletes a message in a transaction.
   * @returns a function that publishes it; call it after the commit
   * @throws ProblemError `not_found`, `forbidden`, `not_a_member`, `timed_out`
   */
  async deleteWithin(
    manager: EntityManager,
    userId: string,
    messageId: string,
  ): Promise<() => Promise<void>> {
    await this.repository.lockChannel(manager, messageId);
    const relation = await this.access.requireMessageDelete(manager, userId, messageId);
    const { isOwn, serverId, authorId } = relation;
    if (isOwn) requireNoMove(requireRow(await this.repository.find(manager, messageId)));
    const deleted = requireRow(await this.repository.softDelete(manager, messageId));
    // In a conversation, only authors delete messages.
    if (!isOwn && serverId !== null) {
      await this.recordDeletion(manager, deleted, { serverId, authorId, actorId: userId });
    }
    return async () => this.publishDeleted(deleted);
  }

  /**
   * Soft-deletes a message for the staff of the platform, who have read a report about it, in a transaction.
   * @param place null for a message of a conversation
   * @returns a function that publishes it; call it after the commit. Undefined if it is deleted already
   */
  async deleteForSite(
    manager: EntityManager,
    messageId: string,
    { serverId, authorId }: { serverId: string | null; authorId: string | null },
  ): Promise<(() => Promise<void>) | undefined> {
    await this.repository.lockChannel(manager, messageId);
    const found = await this.repository.find(manager, messageId);
    if (!found || found.deleted_at !== null) return undefined;
    const deleted = requireRow(await this.repository.softDelete(manager, messageId));
    if (serverId !== null) await this.recordDeletion(manager, deleted, { serverId, authorId, actorId: null });
    return async () => this.publishDeleted(deleted);
  }

  /** @param actorId null for the staff of the platform, whose names the dimension does not learn */
  private async recordDeletion(
    manager: EntityManager,
    { row, parentId }: DeletedMessage,
    by: { serverId: string; authorId: string | null; actorId: string | null },
  ): Promise<void> {
    await this.audit.record(manager, {
      serverId: by.serverId,
      actorId: by.actorId,
      kind: 'message_deleted',
      subjectId: by.authorId,
      channelId: parentId ?? row.channel_id,
      ...(by.actorId === null && { detail: { isBySite: true } }),
    });
  }

  private publishDeleted({ row, parentId }: DeletedMessage): void {
    const message = messageView(row);
    this.feed.publishChanged(message.channelId, [message]);
    if (parentId !== null) this.threads.announce(message.channelId);
  }
}

/** Requires that a message is no event of a game, which its players rely on. @throws ProblemError `forbidden` */
function requireNoMove({ event }: MessageRow): void {
  if (event) throw new ProblemError('forbidden', GAME_MESSAGES.moveStays);
}
