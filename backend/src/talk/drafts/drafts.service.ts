import { Injectable } from '@nestjs/common';
import { type DraftBody, type DraftView, isBlank, ROOMS } from '@oniverse/contracts';
import { LivePublisher, type RateLimit, RateLimits } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { AccessService, MemberChanges, Quotas, requireRow } from '../../shared/index.js';
import { type DraftRow, DraftsRepository } from './drafts.repository.js';

/** A client stores a draft at most once a second while its member types. */
const DRAFT_LIMIT: RateLimit = { name: 'drafts', points: 120, seconds: 60 };

/** What members began to write in channels, the same on all of their devices. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: DraftsRepository,
    private readonly live: LivePublisher,
    private readonly limits: RateLimits,
  ) {}

  async list(userId: string, page: PageQueryDto): Promise<Page<DraftView>> {
    const rows = await this.repository.listPage(userId, page);
    return Page.of(rows, page.limit, draftView);
  }

  /**
   * Replaces the member's draft in a channel; a blank text deletes it. The last writer wins.
   * @throws ProblemError `not_found`, `not_a_member`, `quota_reached`, `rate_limited`
   */
  async save(userId: string, channelId: string, body: DraftBody): Promise<DraftView> {
    await this.limits.consume(DRAFT_LIMIT, userId);
    await this.access.requireChannelMember(userId, channelId);
    const row = await this.changes.runChange(userId, async ({ manager }) => {
      if (isBlank(body.content)) return this.repository.delete(manager, userId, channelId);
      if (!(await this.repository.lock(manager, userId, channelId))) {
        await this.quotas.requireCapacity(manager, 'drafts', userId);
      }
      return requireRow(await this.repository.save(manager, userId, channelId, body));
    });
    const draft = draftView(row);
    this.live.publish('draft:changed', ROOMS.user(userId), draft);
    return draft;
  }
}

const draftView = ({ channelId, content, rev, replyTo }: DraftRow): DraftView => ({
  channelId,
  content,
  rev,
  ...(replyTo && { replyTo }),
});
