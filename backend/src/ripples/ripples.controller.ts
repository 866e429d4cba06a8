import { Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { type OkAnswer, okSchema, rippleSchema, type RippleView, schema } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { RipplesService } from './ripples.service.js';

@Controller()
export class RipplesController {
  constructor(private readonly ripples: RipplesService) {}

  @Get('posts/:id/ripples')
  @Call({
    summary: "Lists who sent a ripple to one of the caller's posts, newest first",
    answer: schema.list(rippleSchema),
    paged: true,
    problems: ['not_found', 'forbidden'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathId('The post.') id: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<RippleView>> {
    return this.ripples.list(session.userId, id, page);
  }

  @Put('posts/:id/ripple')
  @Call({
    summary: 'Sends a ripple to a post',
    description: 'Once per member and post; repeating it changes nothing.',
    answer: okSchema,
    problems: ['not_found', 'forbidden'],
  })
  async send(@CurrentSession() session: SessionContext, @PathId('The post.') id: string): Promise<OkAnswer> {
    await this.ripples.send(session.userId, id);
    return { ok: true };
  }

  @Delete('posts/:id/ripple')
  @Call({
    summary: 'Takes back a ripple',
    answer: okSchema,
    problems: ['not_found'],
  })
  async withdraw(
    @CurrentSession() session: SessionContext,
    @PathId('The post.') id: string,
  ): Promise<OkAnswer> {
    await this.ripples.withdraw(session.userId, id);
    return { ok: true };
  }
}
