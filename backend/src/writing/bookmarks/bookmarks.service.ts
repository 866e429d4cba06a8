import { Injectable } from '@nestjs/common';
import {
  type AuthoredImageView,
  BOOKMARK_KINDS,
  type BookmarkKeys,
  type BookmarkView,
  isUuid,
  normaliseTag,
  ROOMS,
} from '@oniverse/contracts';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { LivePublisher, notFound } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import {
  AccessService,
  authoredImageView,
  type MemberChange,
  MemberChanges,
  Quotas,
} from '../../shared/index.js';
import { type BookmarkKey, type BookmarksPage, BookmarksRepository } from './bookmarks.repository.js';
import { bookmarkView } from './bookmarks.view.js';

/** Bookmarks: what a member keeps for later. They are always private. */
@Injectable()
export class BookmarksService {
  constructor(
    private readonly access: AccessService,
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
      if (await this.insertMissing(change, key)) this.applyChange(change, key);
    });
  }

  /** @throws ProblemError `not_found` if there can be no such thing */
  async letGo(userId: string, kind: string, subject: string): Promise<void> {
    const key = requireKey(kind, subject);
    await this.changes.runChange(userId, async (change) => {
      if (await this.repository.delete(change.manager, userId, key)) this.applyChange(change, key);
    });
  }

  /** Stores or, with null, removes what the member notes about a kept thing. @throws ProblemError `not_found` if it is not kept */
  async note(userId: string, kind: string, subject: string, note: string | null): Promise<void> {
    if (!(await this.repository.note(userId, requireKey(kind, subject), note))) throw notFound();
    this.publish(userId);
  }

  /** Records that the member opened the page of a tag. @throws ProblemError `not_found` if there can be no such tag */
  async openTag(userId: string, tag: string): Promise<void> {
    if (await this.repository.markOpened(userId, requireKey('tag', tag).subject)) this.publish(userId);
  }

  /** Lists the pictures that the member keeps on a board: none if the board is not theirs. */
  async listOnBoard(userId: string, boardId: string, page: BookmarksPage): Promise<Page<AuthoredImageView>> {
    return Page.of(await this.repository.listOnBoard(userId, boardId, page), page.limit, authoredImageView);
  }

  /**
   * Keeps a picture that the member may see on one of their boards. It leaves any other board.
   * @throws ProblemError `forbidden`, `not_found`, `quota_reached`
   */
  async putOnBoard(userId: string, boardId: string, imageId: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      await this.access.requireOwner(change.manager, 'board', userId, boardId);
      await this.insertMissing(change, { kind: 'picture', subject: imageId });
      await this.repository.putOnBoard(change.manager, userId, imageId, boardId);
      this.publishAfter(change);
    });
  }

  /** Takes a picture off a board of the member, who still keeps it. @throws ProblemError `forbidden`, `not_found` */
  async takeOffBoard(userId: string, boardId: string, imageId: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      await this.access.requireOwner(change.manager, 'board', userId, boardId);
      if (await this.repository.takeOffBoard(change.manager, userId, imageId, boardId)) {
        this.publishAfter(change);
      }
    });
  }

  /** @returns whether the member did not keep it yet */
  private async insertMissing({ manager, userId }: MemberChange, key: BookmarkKey): Promise<boolean> {
    if (!(await this.repository.isVisible(manager, userId, key))) throw notFound();
    if (await this.repository.isKept(manager, userId, key)) return false;
    await this.quotas.requireCapacity(manager, 'bookmarks', userId);
    await this.repository.insert(manager, userId, key);
    return true;
  }

  /** Kept tags are reasons of suggestions. */
  private applyChange(change: MemberChange, { kind }: BookmarkKey): void {
    if (kind === 'tag') change.enqueue(OUTBOX_TOPICS.suggestLinks, change.userId);
    this.publishAfter(change);
  }

  private publishAfter(change: MemberChange): void {
    change.afterCommit(async () => this.publish(change.userId));
  }

  private publish(userId: string): void {
    this.live.publish('bookmarks:changed', ROOMS.user(userId), {});
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
