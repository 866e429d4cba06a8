import { Injectable } from '@nestjs/common';
import { messageMentionsOf, ROOMS } from '@oniverse/contracts';
import { formatCause, type NotificationCause } from '@oniverse/data';
import { mentionsOf } from '@oniverse/markdown';
import { LivePublisher } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { type Candidate, NotificationsRepository, type Refreshed } from './notifications.repository.js';

/** Brings night logs in line with what happened, and publishes the change to their members. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: NotificationsRepository,
    private readonly live: LivePublisher,
  ) {}

  /** @param acknowledge removes the job from the outbox; resolves to false if the job is already done */
  async apply(
    cause: NotificationCause,
    acknowledge: (manager: EntityManager) => Promise<boolean>,
  ): Promise<void> {
    await this.change(async (manager) =>
      (await acknowledge(manager)) ? this.applyWithin(manager, cause) : [],
    );
  }

  /**
   * Adds the links of a member to both logs, once per pair of members.
   * @param acknowledge removes the job from the outbox and returns the ids of the other ends
   */
  async addLinks(
    userId: string,
    acknowledge: (manager: EntityManager) => Promise<readonly string[]>,
  ): Promise<void> {
    await this.change(async (manager) => {
      const otherIds = await acknowledge(manager);
      return this.repository.add(
        manager,
        otherIds.flatMap((otherId) => [linkOf(userId, otherId), linkOf(otherId, userId)]),
      );
    });
  }

  /**
   * Adds new messages of a channel to the logs of the members who want to hear of every message there: one entry for all
   * that they have not read.
   * @param acknowledge removes the job from the outbox; resolves to false if the job is already done
   */
  async addMessages(
    channelId: string,
    acknowledge: (manager: EntityManager) => Promise<boolean>,
  ): Promise<void> {
    await this.change(async (manager) => {
      if (!(await acknowledge(manager))) return [];
      const attentive = await this.repository.listAttentive(manager, channelId);
      return this.repository.add(
        manager,
        attentive.map((row): Candidate => ({
          kind: row.server_id === null ? 'direct' : 'message',
          cause: `messages:${channelId}:${row.seq}`,
          group: `messages:${channelId}`,
          recipientId: row.recipient_id,
          actorId: row.actor_id,
          channelId,
          messageSeq: row.seq,
          ...(row.server_id !== null && { serverId: row.server_id }),
        })),
      );
    });
  }

  /**
   * Publishes to the recipients of unread entries about some rows.
   * @param acknowledge removes the job from the outbox and returns the ids of the rows
   */
  async refresh(
    kind: Refreshed,
    acknowledge: (manager: EntityManager) => Promise<readonly string[]>,
  ): Promise<void> {
    await this.change(async (manager) =>
      this.repository.listRecipients(manager, kind, await acknowledge(manager)),
    );
  }

  /** Brings rows back whose reminder is due. @returns how many entries were due, at most `limit` */
  async bringBack(limit: number): Promise<number> {
    let count = 0;
    await this.change(async (manager) => {
      const recipients = await this.repository.listDue(manager, limit);
      count = recipients.length;
      return this.repository.bringBack(manager, recipients);
    });
    return count;
  }

  private async applyWithin(manager: EntityManager, cause: NotificationCause): Promise<string[]> {
    switch (cause.kind) {
      case 'mention': {
        const { channelId, seq } = cause;
        const mentioned = await this.repository.listMentioned(manager, cause);
        return this.repository.add(
          manager,
          mentioned.map((row): Candidate => ({
            kind: row.is_answered ? 'reply' : cause.kind,
            cause: formatCause(cause),
            recipientId: row.recipient_id,
            actorId: row.actor_id,
            channelId,
            seq,
            serverId: row.server_id,
          })),
        );
      }
      case 'invite': {
        const { serverId, userId: actorId, inviterId: recipientId } = cause;
        if (!(await this.repository.isMember(manager, serverId, actorId))) return [];
        const joined = { kind: cause.kind, cause: formatCause(cause), group: `invite:${serverId}` };
        return this.repository.add(manager, [{ ...joined, recipientId, actorId, serverId }]);
      }
      case 'reply':
        return this.applyReply(manager, cause.replyId);
      case 'post':
        return this.applyPost(manager, cause.postId);
      case 'ripple': {
        const { postId, userId: actorId } = cause;
        const ripple = await this.repository.findRipple(manager, postId, actorId);
        if (!ripple) return [];
        const { author_id: recipientId, exists } = ripple;
        const sent = { kind: cause.kind, cause: formatCause(cause), group: `ripple:${postId}` };
        return exists
          ? this.repository.add(manager, [{ ...sent, recipientId, actorId, postId }])
          : this.repository.withdraw(manager, [recipientId], sent.cause);
      }
      case 'turn': {
        const { kind, channelId, seq } = cause;
        const players = await this.repository.listToMove(manager, cause);
        return this.repository.add(
          manager,
          players.map((row): Candidate => ({
            kind,
            cause: formatCause(cause),
            group: `turn:${channelId}`,
            recipientId: row.recipient_id,
            actorId: row.actor_id,
            channelId,
            messageSeq: seq,
            ...(row.server_id !== null && { serverId: row.server_id }),
          })),
        );
      }
      case 'unsent': {
        const { kind, scheduledId } = cause;
        const authors = await this.repository.lockUnsent(manager, scheduledId);
        return this.repository.add(
          manager,
          authors.map((recipientId) => ({ kind, cause: formatCause(cause), recipientId })),
        );
      }
      case 'report': {
        const { kind, caseId } = cause;
        const reporters = await this.repository.listReporters(manager, caseId);
        return this.repository.add(
          manager,
          reporters.map((recipientId) => ({ kind, cause: formatCause(cause), recipientId, caseId })),
        );
      }
      case 'application': {
        const { kind, serverId, userId: recipientId } = cause;
        return this.repository.add(manager, [{ kind, cause: formatCause(cause), recipientId, serverId }]);
      }
      case 'export': {
        const ended = await this.repository.findEndedExport(manager, cause.exportId);
        if (!ended) return [];
        const { recipientId, serverId, isDone } = ended;
        const kind = isDone ? 'export_done' : 'export_failed';
        return this.repository.add(manager, [{ kind, cause: formatCause(cause), recipientId, serverId }]);
      }
      default:
        return cause satisfies never;
    }
  }

  /** A reply concerns the author of the post, the author of the reply that it answers, and the mentioned members. */
  private async applyReply(manager: EntityManager, replyId: string): Promise<string[]> {
    const reply = await this.repository.findReply(manager, replyId);
    if (!reply) return [];
    const cause = formatCause({ kind: 'reply', replyId });
    if (reply.is_deleted) {
      const recipients = await this.repository.listReplyRecipients(manager, replyId);
      return this.repository.withdraw(manager, recipients, cause);
    }
    const { post_id: postId, user_id: actorId, parent_author_id: parentAuthorId } = reply;
    const answered = new Set([reply.post_author_id, ...(parentAuthorId === null ? [] : [parentAuthorId])]);
    const notified = [...answered, ...(await this.repository.listReplyRecipients(manager, replyId))];
    const names = messageMentionsOf(reply.content);
    const mentioned = await this.repository.mentionMembers(manager, actorId, names, notified);
    const entry = { cause, actorId, postId, replyId };
    return this.repository.add(manager, [
      ...[...answered].map((recipientId): Candidate => ({
        ...entry,
        kind: 'reply',
        group: `reply:${postId}`,
        recipientId,
      })),
      ...mentioned.map((recipientId): Candidate => ({ ...entry, kind: 'mention', recipientId })),
    ]);
  }

  /** A post concerns the members that it mentions while others can read it, each once. */
  private async applyPost(manager: EntityManager, postId: string): Promise<string[]> {
    const post = await this.repository.findShownPost(manager, postId);
    if (!post) return [];
    const cause = formatCause({ kind: 'post', postId });
    const { user_id: actorId, markdown_content: text } = post;
    const notified = await this.repository.listNotified(manager, postId, cause);
    const names = mentionsOf(text);
    const mentioned = await this.repository.mentionMembers(manager, actorId, names, [...notified.keys()]);
    const former = [...notified].flatMap(([id, username]) => (names.includes(username) ? [] : id));
    const withdrawn = await this.repository.withdraw(manager, former, cause);
    const added = await this.repository.add(
      manager,
      mentioned.map((recipientId) => ({ kind: 'mention', cause, recipientId, actorId, postId })),
    );
    return [...withdrawn, ...added];
  }

  /** Runs a transaction, then publishes the state of the logs that it changed. */
  private async change(run: (manager: EntityManager) => Promise<string[]>): Promise<void> {
    const changed = await this.dataSource.transaction(run);
    if (changed.length === 0) return;
    const unread = await this.repository.listUnread(this.dataSource.manager, changed);
    for (const userId of changed) {
      this.live.publish('notifications:changed', ROOMS.user(userId), { isUnread: unread.has(userId) });
    }
  }
}

const linkOf = (recipientId: string, actorId: string): Candidate => ({
  kind: 'link',
  cause: `link:${actorId}`,
  group: 'link',
  recipientId,
  actorId,
});
