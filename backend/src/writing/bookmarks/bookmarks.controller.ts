import { Controller } from '@nestjs/common';
import {
  addBookmark,
  getBookmarkKeys,
  listBookmarkedPictures,
  listBookmarks,
  noteBookmark,
  putPictureOnBoard,
  recordTagOpened,
  removeBookmark,
  takePictureOffBoard,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { BookmarksService } from './bookmarks.service.js';

@Controller()
export class BookmarksController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Handles(listBookmarks)
  async list({ session, query }: Received<typeof listBookmarks>) {
    return this.bookmarks.list(session.userId, query);
  }

  @Handles(getBookmarkKeys)
  async keys({ session }: Received<typeof getBookmarkKeys>) {
    return this.bookmarks.listKeys(session.userId);
  }

  @Handles(addBookmark)
  async keep({ session, kind, subject }: Received<typeof addBookmark>) {
    await this.bookmarks.keep(session.userId, kind, subject);
  }

  @Handles(noteBookmark)
  async note({ session, kind, subject, body }: Received<typeof noteBookmark>) {
    await this.bookmarks.note(session.userId, kind, subject, body.note ?? null);
  }

  @Handles(recordTagOpened)
  async openTag({ session, tag }: Received<typeof recordTagOpened>) {
    await this.bookmarks.openTag(session.userId, tag);
  }

  @Handles(removeBookmark)
  async letGo({ session, kind, subject }: Received<typeof removeBookmark>) {
    await this.bookmarks.letGo(session.userId, kind, subject);
  }
}

/** Pictures of others that members keep on their boards. Each stays its owner's, and only the keeper sees it there. */
@Controller()
export class BookmarkedPicturesController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Handles(listBookmarkedPictures)
  async list({ session, boardId, query }: Received<typeof listBookmarkedPictures>) {
    return this.bookmarks.listOnBoard(session.userId, boardId, query);
  }

  @Handles(putPictureOnBoard)
  async put({ session, boardId, imageId }: Received<typeof putPictureOnBoard>) {
    await this.bookmarks.putOnBoard(session.userId, boardId, imageId);
  }

  @Handles(takePictureOffBoard)
  async takeOff({ session, boardId, imageId }: Received<typeof takePictureOffBoard>) {
    await this.bookmarks.takeOffBoard(session.userId, boardId, imageId);
  }
}
