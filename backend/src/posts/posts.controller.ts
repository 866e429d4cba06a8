import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import {
  type AlsoAbout,
  alsoAboutSchema,
  grouped,
  LIMITS,
  type OkAnswer,
  okSchema,
  type PostPage,
  postPageSchema,
  postSchema,
  type PostView,
  schema,
} from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId, PathText } from '@oniverse/platform/backend';
import { CurrentSession, OptionalSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CreatePostDto, FeedQueryDto, PostListQueryDto, UpdatePostDto } from './posts.dto.js';
import { PostsService } from './posts.service.js';

const WHOLE_POSTS = `The posts are whole; a page ends early at ${grouped(LIMITS.page.bytes)} bytes.`;

@Controller()
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Get('posts/my')
  @Call({
    summary: "Lists the caller's posts that are not archived",
    description: WHOLE_POSTS,
    answer: schema.list(postSchema),
    paged: true,
  })
  async my(
    @CurrentSession() session: SessionContext,
    @Query() page: PostListQueryDto,
  ): Promise<Page<PostView>> {
    return this.posts.listOwn(session.userId, false, page);
  }

  @Get('posts/archived')
  @Call({
    summary: "Lists the caller's archived posts",
    description: WHOLE_POSTS,
    answer: schema.list(postSchema),
    paged: true,
  })
  async archived(
    @CurrentSession() session: SessionContext,
    @Query() page: PostListQueryDto,
  ): Promise<Page<PostView>> {
    return this.posts.listOwn(session.userId, true, page);
  }

  @Post('posts')
  @Call({
    summary: 'Creates a post',
    description: 'Requires `content` or `markdownContent`; a missing one is derived from the other.',
    status: 201,
    answer: postSchema,
    problems: ['quota_reached'],
  })
  async create(@CurrentSession() session: SessionContext, @Body() body: CreatePostDto): Promise<PostView> {
    return this.posts.create(session.userId, body);
  }

  @Get('posts/:id')
  @Call({
    summary: 'Returns a post with the posts before and after it',
    description:
      'Members see the posts that others show, and all of their own. Visitors see only posts of members who chose so.',
    access: 'visitors',
    answer: postPageSchema,
    problems: ['not_found'],
  })
  async page(
    @OptionalSession() session: SessionContext | undefined,
    @PathId('The post.') id: string,
  ): Promise<PostPage> {
    return this.posts.getPage(session?.userId ?? null, id);
  }

  @Get('posts/:id/also')
  @Call({
    summary: 'Returns what else has a tag of a post',
    description:
      'The newest posts and pictures with the first tag of the post that the caller sees elsewhere. Visitors see only those of members who chose so.',
    access: 'visitors',
    answer: alsoAboutSchema,
    problems: ['not_found'],
  })
  async also(
    @OptionalSession() session: SessionContext | undefined,
    @PathId('The post.') id: string,
  ): Promise<AlsoAbout> {
    return this.posts.getAlsoAbout(session?.userId ?? null, id);
  }

  @Patch('posts/:id')
  @Call({
    summary: "Updates, shows, hides or archives one of the caller's posts",
    answer: postSchema,
    problems: ['forbidden', 'not_found'],
  })
  async update(
    @CurrentSession() session: SessionContext,
    @PathId('The post.') id: string,
    @Body() body: UpdatePostDto,
  ): Promise<PostView> {
    return this.posts.update(session.userId, id, body);
  }

  @Delete('posts/:id')
  @Call({
    summary: "Deletes one of the caller's posts",
    answer: okSchema,
    problems: ['forbidden', 'not_found'],
  })
  async remove(
    @CurrentSession() session: SessionContext,
    @PathId('The post.') id: string,
  ): Promise<OkAnswer> {
    await this.posts.remove(session.userId, id);
    return { ok: true };
  }

  @Get('feed')
  @Call({
    summary: "Lists the posts of the caller's feed, newest first",
    description:
      "The caller's own posts and those of linked members (`near`) or of all public members (`all`). Long posts are excerpts.",
    answer: schema.list(postSchema),
    paged: true,
  })
  async feed(
    @CurrentSession() session: SessionContext,
    @Query() page: FeedQueryDto,
  ): Promise<Page<PostView>> {
    return this.posts.listFeed(session.userId, page.scope, page);
  }

  @Get('users/:username/posts')
  @Call({
    summary: 'Lists the posts a member shows, newest first',
    description: 'Long posts are excerpts.',
    answer: schema.list(postSchema),
    paged: true,
    problems: ['not_found'],
  })
  async ofMember(
    @CurrentSession() session: SessionContext,
    @PathText('username', 'The Oni ID.', 'vesper') username: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<PostView>> {
    return this.posts.listShown(session.userId, username, page);
  }
}
