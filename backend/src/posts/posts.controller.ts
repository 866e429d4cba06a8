import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { type OkAnswer, okSchema, postSchema, type PostView, schema } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId, PathText } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CreatePostDto, FeedQueryDto, PostListQueryDto, UpdatePostDto } from './posts.dto.js';
import { PostsService } from './posts.service.js';

@Controller()
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Get('posts/my')
  @Call({ summary: "One's own posts that are not archived", answer: schema.list(postSchema), paged: true })
  async my(
    @CurrentSession() session: SessionContext,
    @Query() page: PostListQueryDto,
  ): Promise<Page<PostView>> {
    return this.posts.listOwn(session.userId, false, page);
  }

  @Get('posts/archived')
  @Call({ summary: "One's own archived posts", answer: schema.list(postSchema), paged: true })
  async archived(
    @CurrentSession() session: SessionContext,
    @Query() page: PostListQueryDto,
  ): Promise<Page<PostView>> {
    return this.posts.listOwn(session.userId, true, page);
  }

  @Post('posts')
  @Call({
    summary: 'Writes a post',
    description: 'Needs one of `content` and `markdownContent`; the other follows from it.',
    status: 201,
    answer: postSchema,
  })
  async create(@CurrentSession() session: SessionContext, @Body() body: CreatePostDto): Promise<PostView> {
    return this.posts.create(session.userId, body);
  }

  @Patch('posts/:id')
  @Call({
    summary: "Changes, shows, hides or archives one's own post",
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
    summary: "Deletes one's own post",
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
    summary: 'What members show, newest first',
    description: 'Of members one is connected to in the constellation, or everyone’s; one’s own too.',
    answer: schema.list(postSchema),
    paged: true,
  })
  async feed(
    @CurrentSession() session: SessionContext,
    @Query() page: FeedQueryDto,
  ): Promise<Page<PostView>> {
    return this.posts.feed(session.userId, page.scope, page);
  }

  @Get('users/:username/posts')
  @Call({
    summary: 'What a member shows, newest first',
    answer: schema.list(postSchema),
    paged: true,
    problems: ['not_found'],
  })
  async ofMember(
    @CurrentSession() session: SessionContext,
    @PathText('username', 'The Oni ID.', 'vesper') username: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<PostView>> {
    return this.posts.listOf(session.userId, username, page);
  }
}
