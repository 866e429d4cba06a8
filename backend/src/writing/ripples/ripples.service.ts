import { Injectable } from '@nestjs/common';
import { RIPPLE_MESSAGES, rippleSchema, type RippleView, viewOf } from '@oniverse/contracts';
import { ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { AccessService, authorView, type MemberChange, MemberChanges } from '../../shared/index.js';
import { FeedHints } from '../posts/feed-hints.js';
import { type ChangedPost, PostHints } from '../posts/post-hints.js';
import { type RippleRow, RipplesRepository } from './ripples.repository.js';

const RIPPLE_LIMIT: RateLimit = { name: 'ripples', points: 60, seconds: 60 };

/** Ripples are counted nowhere, not even here. */
@Injectable()
export class RipplesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly repository: RipplesRepository,
    private readonly postHints: PostHints,
    private readonly feedHints: FeedHints,
    private readonly limits: RateLimits,
  ) {}

  /** Newest first, for the author of the post. @throws ProblemError `not_found`, `forbidden` */
  async list(userId: string, postId: string, page: PageQueryDto): Promise<Page<RippleView>> {
    await this.access.requirePostAuthor(userId, postId);
    return Page.of(await this.repository.listPage(userId, postId, page), page.limit, rippleView);
  }

  /**
   * Sends a ripple; repeating it changes nothing.
   * @throws ProblemError `not_found`; `forbidden` for the caller's own post; `rate_limited`
   */
  async send(userId: string, postId: string): Promise<void> {
    await this.limits.consume(RIPPLE_LIMIT, userId);
    await this.changes.runChange(userId, async (change) => {
      const post = await this.access.lockReadablePost(change.manager, userId, postId);
      if (post.authorId === userId) throw new ProblemError('forbidden', RIPPLE_MESSAGES.ownRipple);
      const isNew = await this.repository.insert(change.manager, postId, userId);
      if (!isNew) return;
      change.notify({ kind: 'ripple', postId, userId });
      await this.publishAfterCommit(change, post);
    });
  }

  /** Takes back a ripple, also from a post that the caller cannot see any longer. @throws ProblemError `not_found` */
  async withdraw(userId: string, postId: string): Promise<void> {
    await this.limits.consume(RIPPLE_LIMIT, userId);
    await this.changes.runChange(userId, async (change) => {
      const post = await this.repository.delete(change.manager, postId, userId);
      if (!post) {
        await this.access.lockReadablePost(change.manager, userId, postId);
        return;
      }
      const { author_id: authorId, is_shown: isShown } = post;
      change.notify({ kind: 'ripple', postId, userId });
      await this.publishAfterCommit(change, { id: postId, authorId, isShown });
    });
  }

  /** Feeds only show whether there is a ripple, so they fetch again for the first and the last one. */
  private async publishAfterCommit(change: MemberChange, post: ChangedPost): Promise<void> {
    const changesRings = !(await this.repository.hasOther(change.manager, post.id, change.userId));
    change.afterCommit(async () => {
      this.postHints.publish(post);
      if (changesRings && post.isShown) this.feedHints.publish();
    });
  }
}

const rippleView = (row: RippleRow): RippleView => viewOf(rippleSchema, { ...row, author: authorView(row) });
