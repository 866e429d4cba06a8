import { Controller, Delete, Get, Put, Query } from '@nestjs/common';
import {
  authoredImageSchema,
  type AuthoredImageView,
  type OkAnswer,
  okSchema,
  schema,
} from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { BookmarksService } from './bookmarks.service.js';

const PathBoard = () => PathId("One of the caller's boards.", 'boardId');
const PathPicture = () => PathId('The picture.', 'imageId');

/** Pictures of others that members keep on their boards. Each stays its owner's, and only the keeper sees it there. */
@Controller('bookmarks/boards/:boardId')
export class KeptPicturesController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Get()
  @Call({
    summary: 'Lists the pictures that the caller keeps on a board',
    description: 'Newest picture first. Omits pictures that the caller may not see at present.',
    answer: schema.list(authoredImageSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathBoard() boardId: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<AuthoredImageView>> {
    return this.bookmarks.listOnBoard(session.userId, boardId, page);
  }

  @Put(':imageId')
  @Call({
    summary: 'Keeps a picture on a board',
    description: 'The picture leaves any other board of the caller.',
    answer: okSchema,
    problems: ['forbidden', 'not_found', 'quota_reached'],
  })
  async put(
    @CurrentSession() session: SessionContext,
    @PathBoard() boardId: string,
    @PathPicture() imageId: string,
  ): Promise<OkAnswer> {
    await this.bookmarks.putOnBoard(session.userId, boardId, imageId);
    return { ok: true };
  }

  @Delete(':imageId')
  @Call({
    summary: 'Takes a kept picture off a board',
    description: 'The caller still keeps it.',
    answer: okSchema,
    problems: ['forbidden', 'not_found'],
  })
  async takeOff(
    @CurrentSession() session: SessionContext,
    @PathBoard() boardId: string,
    @PathPicture() imageId: string,
  ): Promise<OkAnswer> {
    await this.bookmarks.takeOffBoard(session.userId, boardId, imageId);
    return { ok: true };
  }
}
