import { Controller, Delete, Get, Query } from '@nestjs/common';
import { banSchema, type BanView, type OkAnswer, okSchema, schema } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { BansService } from './bans.service.js';

@Controller('servers/:id/bans')
export class BansController {
  constructor(private readonly bans: BansService) {}

  @Get()
  @Call({
    summary: 'Lists the removals and bans of a dimension, newest first',
    description: 'For the owner and moderators.',
    answer: schema.list(banSchema),
    paged: true,
    problems: ['not_found', 'forbidden'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<BanView>> {
    return this.bans.list(session.userId, id, page);
  }

  @Delete(':userId')
  @Call({
    summary: 'Lifts a removal or ban',
    description: 'For the owner and moderators. The member may join again, and earlier invites work again.',
    answer: okSchema,
    problems: ['not_found', 'forbidden'],
  })
  async lift(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @PathId('The banned member.', 'userId') userId: string,
  ): Promise<OkAnswer> {
    await this.bans.lift(session.userId, id, userId);
    return { ok: true };
  }
}
