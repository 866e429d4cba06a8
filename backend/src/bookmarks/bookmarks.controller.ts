import { Controller, Delete, Get, Put, Query } from '@nestjs/common';
import {
  type BookmarkKeys,
  bookmarkKeysSchema,
  bookmarkSchema,
  type BookmarkView,
  type OkAnswer,
  okSchema,
  schema,
} from '@oniverse/contracts';
import { Call, type Page, PathText } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { BookmarkListQueryDto } from './bookmarks.dto.js';
import { BookmarksService } from './bookmarks.service.js';

const PathKind = () => PathText('kind', 'member, post, picture, tag or message.', 'tag');
const PathSubject = () => PathText('subject', 'The id of the thing, or the name of the tag.', 'saturn');

@Controller('bookmarks')
export class BookmarksController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Get()
  @Call({
    summary: 'Lists what the caller keeps, newest first',
    description:
      'Omits things that the caller may not see at present, and lists them again once the caller may. Nobody else can list or count bookmarks.',
    answer: schema.list(bookmarkSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() page: BookmarkListQueryDto,
  ): Promise<Page<BookmarkView>> {
    return this.bookmarks.list(session.userId, page);
  }

  @Get('keys')
  @Call({ summary: 'Returns the ids and tags that the caller keeps', answer: bookmarkKeysSchema })
  async keys(@CurrentSession() session: SessionContext): Promise<BookmarkKeys> {
    return this.bookmarks.listKeys(session.userId);
  }

  @Put(':kind/:subject')
  @Call({
    summary: 'Keeps something',
    description: 'Keeping it again changes nothing.',
    answer: okSchema,
    problems: ['not_found', 'quota_reached'],
  })
  async keep(
    @CurrentSession() session: SessionContext,
    @PathKind() kind: string,
    @PathSubject() subject: string,
  ): Promise<OkAnswer> {
    await this.bookmarks.keep(session.userId, kind, subject);
    return { ok: true };
  }

  @Put('tag/:tag/opened')
  @Call({
    summary: 'Records that the caller opened the page of a tag',
    description: 'If the caller keeps the tag, only later posts are new.',
    answer: okSchema,
    problems: ['not_found'],
  })
  async openTag(
    @CurrentSession() session: SessionContext,
    @PathText('tag', 'The tag, without the #; case is ignored.', 'dreams') tag: string,
  ): Promise<OkAnswer> {
    await this.bookmarks.openTag(session.userId, tag);
    return { ok: true };
  }

  @Delete(':kind/:subject')
  @Call({
    summary: 'Lets something go',
    description: 'Also when the caller may no longer see it, or does not keep it.',
    answer: okSchema,
    problems: ['not_found'],
  })
  async letGo(
    @CurrentSession() session: SessionContext,
    @PathKind() kind: string,
    @PathSubject() subject: string,
  ): Promise<OkAnswer> {
    await this.bookmarks.letGo(session.userId, kind, subject);
    return { ok: true };
  }
}
