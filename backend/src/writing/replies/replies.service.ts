import { Injectable } from '@nestjs/common';
import {
  type CreateReplyBody,
  MESSAGES,
  type Phrase,
  REPLY_MESSAGES,
  replySchema,
  type ReplyView,
  viewOf,
} from '@oniverse/contracts';
import { invalidField, notFound, ProblemError, RateLimits } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import {
  AccessService,
  AttachmentsService,
  countWriting,
  type MemberChange,
  MemberChanges,
  optionalAuthorView,
  Quotas,
} from '../../shared/index.js';
import { PostHints } from '../posts/post-hints.js';
import { RepliesRepository, type ReplyRelation, type ReplyRow } from './replies.repository.js';

const replyView = (row: ReplyRow): ReplyView =>
  viewOf(replySchema, { ...row, attachments: row.files ?? undefined, author: optionalAuthorView(row) });

const forbidden = (phrase: Phrase = MESSAGES.forbidden): ProblemError =>
  new ProblemError('forbidden', phrase);

/** Replies to posts, on two levels. A member who may not see the post may not see, write or delete a reply of others to it. */
@Injectable()
export class RepliesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: RepliesRepository,
    private readonly hints: PostHints,
    private readonly limits: RateLimits,
    private readonly attachments: AttachmentsService,
  ) {}

  /** Returns the replies to a post, oldest first. @throws ProblemError `not_found` */
  async list(userId: string, postId: string, page: PageQueryDto): Promise<Page<ReplyView>> {
    await this.access.requireReadablePost(userId, postId);
    return Page.of(await this.repository.listPage(userId, postId, page), page.limit, replyView);
  }

  /**
   * Stores a reply. A reply to one of the second level answers on the second level, under the same first one.
   * @throws ProblemError `not_found`; `forbidden` if replies are closed or the caller is private; `quota_reached`;
   * `already_used` for an attachment that is gone; `rate_limited`; `validation_failed` without text and attachments
   */
  async create(
    userId: string,
    postId: string,
    { content = '', attachments = [], parentId }: CreateReplyBody,
  ): Promise<ReplyView> {
    if (content === '' && attachments.length === 0) throw invalidField('content', REPLY_MESSAGES.emptyReply);
    await countWriting(this.limits, userId);
    return this.changes.runChange(userId, async (change) => {
      const { manager } = change;
      const post = await this.access.lockReadablePost(manager, userId, postId);
      if (post.areRepliesClosed) throw forbidden(REPLY_MESSAGES.repliesClosed);
      if (!change.isMemberPublic) throw forbidden(REPLY_MESSAGES.replyNeedsPublicProfile);
      await this.quotas.requireCapacity(manager, 'repliesPerDay', userId);
      const thread =
        parentId === undefined ? null : await this.repository.findThread(manager, userId, postId, parentId);
      if (thread === undefined) throw notFound();
      const row = await this.repository.insert(manager, { postId, userId, parentId: thread, content });
      if (!row) throw notFound();
      change.notify({ kind: 'reply', replyId: row.id });
      change.afterCommit(async () => this.hints.publish(post));
      const to = { owner: 'reply', ownerId: row.id, userId } as const;
      return replyView({ ...row, files: await this.attachments.claim(manager, to, attachments) });
    });
  }

  /** Soft-deletes the caller's reply, or any to the caller's post. @throws ProblemError `not_found`, `forbidden` */
  async remove(userId: string, id: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      const reply = await this.repository.findRelation(change.manager, userId, id);
      if (!reply) throw notFound();
      if (!reply.is_own && reply.post_author_id !== userId) throw reply.is_seen ? forbidden() : notFound();
      await this.softDelete(change, id, reply);
    });
  }

  /** Soft-deletes a reply of a member for the staff of the platform. @returns whether it was not deleted yet */
  async removeForSite(change: MemberChange, id: string): Promise<boolean> {
    const reply = await this.repository.findRelation(change.manager, change.userId, id);
    if (reply) await this.softDelete(change, id, reply);
    return reply !== undefined;
  }

  private async softDelete(change: MemberChange, id: string, reply: ReplyRelation): Promise<void> {
    const { post_id: postId, post_author_id: authorId, is_shown: isShown } = reply;
    await this.repository.softDelete(change.manager, id);
    change.notify({ kind: 'reply', replyId: id });
    change.afterCommit(async () => this.hints.publish({ id: postId, authorId, isShown }));
  }
}
