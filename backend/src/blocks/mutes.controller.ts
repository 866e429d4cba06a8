import { Controller, Delete, Get, Put, Query } from '@nestjs/common';
import {
  hiddenMemberSchema,
  type HiddenMemberView,
  type OkAnswer,
  okSchema,
  schema,
} from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { BlocksService } from './blocks.service.js';

@Controller('mutes')
export class MutesController {
  constructor(private readonly blocks: BlocksService) {}

  @Get()
  @Call({
    summary: 'Lists the members that the caller muted, newest first',
    description: 'The author is null if the caller can no longer know the name of the member.',
    answer: schema.list(hiddenMemberSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() page: PageQueryDto,
  ): Promise<Page<HiddenMemberView>> {
    return this.blocks.listMutes(session.userId, page);
  }

  @Put(':userId')
  @Call({
    summary: 'Mutes a member',
    description:
      "Leaves the member's posts out of the caller's feed and home, and causes no notifications. The client of the caller hides the member's messages. Nothing else changes, and only the caller learns of it. Muting again changes nothing.",
    answer: okSchema,
    problems: ['not_found', 'forbidden', 'quota_reached'],
  })
  async mute(
    @CurrentSession() session: SessionContext,
    @PathId('The member.', 'userId') userId: string,
  ): Promise<OkAnswer> {
    await this.blocks.mute(session.userId, userId);
    return { ok: true };
  }

  @Delete(':userId')
  @Call({
    summary: 'Ends a mute',
    description: 'Also for a member that the caller has not muted, which changes nothing.',
    answer: okSchema,
  })
  async unmute(
    @CurrentSession() session: SessionContext,
    @PathId('The member.', 'userId') userId: string,
  ): Promise<OkAnswer> {
    await this.blocks.unmute(session.userId, userId);
    return { ok: true };
  }
}
