import { Controller } from '@nestjs/common';
import {
  addBookmark,
  type BookmarkKeys,
  type BookmarkView,
  getBookmarkKeys,
  type InputOf,
  listBookmarks,
  type OkAnswer,
  recordTagOpened,
  removeBookmark,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { BookmarksService } from './bookmarks.service.js';

@Controller()
export class BookmarksController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Handles(listBookmarks)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listBookmarks>,
  ): Promise<Page<BookmarkView>> {
    return this.bookmarks.list(session.userId, query);
  }

  @Handles(getBookmarkKeys)
  async keys(@CurrentSession() session: SessionContext): Promise<BookmarkKeys> {
    return this.bookmarks.listKeys(session.userId);
  }

  @Handles(addBookmark)
  async keep(
    @CurrentSession() session: SessionContext,
    @Input() { kind, subject }: InputOf<typeof addBookmark>,
  ): Promise<OkAnswer> {
    await this.bookmarks.keep(session.userId, kind, subject);
    return { ok: true };
  }

  @Handles(recordTagOpened)
  async openTag(
    @CurrentSession() session: SessionContext,
    @Input() { tag }: InputOf<typeof recordTagOpened>,
  ): Promise<OkAnswer> {
    await this.bookmarks.openTag(session.userId, tag);
    return { ok: true };
  }

  @Handles(removeBookmark)
  async letGo(
    @CurrentSession() session: SessionContext,
    @Input() { kind, subject }: InputOf<typeof removeBookmark>,
  ): Promise<OkAnswer> {
    await this.bookmarks.letGo(session.userId, kind, subject);
    return { ok: true };
  }
}
