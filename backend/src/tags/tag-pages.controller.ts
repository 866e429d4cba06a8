import { Controller, Get, Query } from '@nestjs/common';
import {
  postSchema,
  type PostView,
  schema,
  tagMemberSchema,
  type TagMemberView,
  tagPageSchema,
  type TagPageView,
  authoredImageSchema,
  type AuthoredImageView,
} from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathText } from '@oniverse/platform/backend';
import { CurrentSession, OptionalSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { TagPagesService } from './tag-pages.service.js';

const PathTag = (): ParameterDecorator =>
  PathText('tag', 'The tag, without the #; case is ignored.', 'dreams');

@Controller('tags/:tag')
export class TagPagesController {
  constructor(private readonly pages: TagPagesService) {}

  @Get()
  @Call({
    summary: 'Returns a tag, and where it leads',
    description:
      'A tag that nobody shows has an empty page. Visitors get only members who chose to be visible to them, and no links, counts or dimensions.',
    access: 'visitors',
    answer: tagPageSchema,
    problems: ['not_found'],
  })
  async show(
    @OptionalSession() session: SessionContext | undefined,
    @PathTag() tag: string,
  ): Promise<TagPageView> {
    return this.pages.show(session?.userId ?? null, tag);
  }

  @Get('members')
  @Call({
    summary: 'Lists the members who show a tag, newest first',
    answer: schema.list(tagMemberSchema),
    paged: true,
    problems: ['not_found'],
  })
  async members(
    @CurrentSession() session: SessionContext,
    @PathTag() tag: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<TagMemberView>> {
    return this.pages.listMembers(session.userId, tag, page);
  }

  @Get('posts')
  @Call({
    summary: 'Lists the posts with a tag, newest first',
    description:
      'Visitors get one page, with posts of members who chose to be visible to them. Long posts are excerpts.',
    access: 'visitors',
    answer: schema.list(postSchema),
    paged: true,
    problems: ['not_found'],
  })
  async posts(
    @OptionalSession() session: SessionContext | undefined,
    @PathTag() tag: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<PostView>> {
    return this.pages.listPosts(session?.userId ?? null, tag, page);
  }

  @Get('pictures')
  @Call({
    summary: 'Lists the pictures with a tag, newest first',
    answer: schema.list(authoredImageSchema),
    paged: true,
    problems: ['not_found'],
  })
  async pictures(
    @CurrentSession() session: SessionContext,
    @PathTag() tag: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<AuthoredImageView>> {
    return this.pages.listPictures(session.userId, tag, page);
  }
}
