import { Controller } from '@nestjs/common';
import {
  type AuthoredImageView,
  type InputOf,
  listBookmarkedPictures,
  type OkAnswer,
  putPictureOnBoard,
  takePictureOffBoard,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { BookmarksService } from './bookmarks.service.js';

/** Pictures of others that members keep on their boards. Each stays its owner's, and only the keeper sees it there. */
@Controller()
export class BookmarkedPicturesController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Handles(listBookmarkedPictures)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { boardId, query }: InputOf<typeof listBookmarkedPictures>,
  ): Promise<Page<AuthoredImageView>> {
    return this.bookmarks.listOnBoard(session.userId, boardId, query);
  }

  @Handles(putPictureOnBoard)
  async put(
    @CurrentSession() session: SessionContext,
    @Input() { boardId, imageId }: InputOf<typeof putPictureOnBoard>,
  ): Promise<OkAnswer> {
    await this.bookmarks.putOnBoard(session.userId, boardId, imageId);
    return { ok: true };
  }

  @Handles(takePictureOffBoard)
  async takeOff(
    @CurrentSession() session: SessionContext,
    @Input() { boardId, imageId }: InputOf<typeof takePictureOffBoard>,
  ): Promise<OkAnswer> {
    await this.bookmarks.takeOffBoard(session.userId, boardId, imageId);
    return { ok: true };
  }
}
