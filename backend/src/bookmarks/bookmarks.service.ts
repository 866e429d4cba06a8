import { Injectable } from '@nestjs/common';
import {
  BOOKMARK_KINDS,
  type BookmarkKeys,
  type BookmarkView,
  isUuid,
  normaliseTag,
  ROOMS,
} from '@oniverse/contracts';
import { LivePublisher, notFound } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import { type MemberChange, MemberChanges } from '../changes/member-changes.js';
import { Quotas } from '../changes/quotas.js';
import { type BookmarkKey, type BookmarksPage, BookmarksRepository } from './bookmarks.repository.js';
import { bookmarkView } from './bookmarks.view.js';

/** Bookmarks: what a member keeps for later. They are always private. */
@Injectable()
export class BookmarksService {
  constructor(
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: BookmarksRepository,
    private readonly live: LivePublisher,
  ) {}

  async list(userId: string, page: BookmarksPage): Promise<Page<BookmarkView>> {
    return Page.of(await this.repository.list(userId, page), page.limit, bookmarkView);
  }

  async listKeys(userId: string): Promise<BookmarkKeys> {
    return this.repository.listKeys(userId);
  }

  /** Keeps a thing that the member may see. @throws ProblemError `not_found`, `quota_reached` */
  async keep(userId: string, kind: string, subject: string): Promise<void> {
    const key = requireKey(kind, subject);
    await this.changes.runChange(userId, async (change) => {
      const { manager } = change;
      if (!(await this.repository.isVisible(manager, userId, key))) throw notFound();
      if (await this.repository.isKept(manager, userId, key)) return;
      await this.quotas.requireCapacity(manager, 'bookmarks', userId);
      await this.repository.insert(manager, userId, key);
      this.publishChange(change);
    });
  }

  /** @throws ProblemError `not_found` if there can be no such thing */
  async letGo(userId: string, kind: string, subject: string): Promise<void> {
    const key = requireKey(kind, subject);
    await this.changes.runChange(userId, async (change) => {
      if (await this.repository.delete(change.manager, userId, key)) this.publishChange(change);
    });
  }

  private publishChange(change: MemberChange): void {
    change.afterCommit(async () => this.live.publish('bookmarks:changed', ROOMS.user(change.userId), {}));
  }
}

function requireKey(name: string, given: string): BookmarkKey {
  const kind = BOOKMARK_KINDS.find((known) => known === name);
  if (kind === 'tag') {
    const tag = normaliseTag(given);
    if (tag !== undefined) return { kind, subject: tag };
  } else if (kind !== undefined && isUuid(given)) return { kind, subject: given };
  throw notFound();
}
