import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { type OkAnswer, okSchema, replySchema, type ReplyView, schema } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CreateReplyDto } from './replies.dto.js';
import { RepliesService } from './replies.service.js';

@Controller()
export class RepliesController {
  constructor(private readonly replies: RepliesService) {}

  @Get('posts/:id/replies')
  @Call({
    summary: 'Lists the replies to a post, oldest first',
    description:
      'Both levels in one list; a reply follows the one that it answers. A deleted reply, and one by a member whom the caller cannot see, keeps its place without author and text.',
    answer: schema.list(replySchema),
    paged: true,
    problems: ['not_found'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathId('The post.') id: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<ReplyView>> {
    return this.replies.list(session.userId, id, page);
  }

  @Post('posts/:id/replies')
  @Call({
    summary: 'Replies to a post, or to one of its replies',
    description: 'Members with a private profile cannot reply.',
    status: 201,
    answer: replySchema,
    problems: ['not_found', 'forbidden', 'quota_reached'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @PathId('The post.') id: string,
    @Body() body: CreateReplyDto,
  ): Promise<ReplyView> {
    return this.replies.create(session.userId, id, body);
  }

  @Delete('replies/:id')
  @Call({
    summary: 'Deletes a reply',
    description: 'For its author and the author of the post. The reply keeps its place.',
    answer: okSchema,
    problems: ['not_found', 'forbidden'],
  })
  async remove(
    @CurrentSession() session: SessionContext,
    @PathId('The reply.') id: string,
  ): Promise<OkAnswer> {
    await this.replies.remove(session.userId, id);
    return { ok: true };
  }
}
