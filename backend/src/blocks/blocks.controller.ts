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

@Controller('blocks')
export class BlocksController {
  constructor(private readonly blocks: BlocksService) {}

  @Get()
  @Call({
    summary: 'Lists the members that the caller blocked, newest first',
    description: 'The author is null if the caller can no longer know the name of the member.',
    answer: schema.list(hiddenMemberSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() page: PageQueryDto,
  ): Promise<Page<HiddenMemberView>> {
    return this.blocks.listBlocks(session.userId, page);
  }

  @Put(':userId')
  @Call({
    summary: 'Blocks a member',
    description:
      'Neither of the two sees the other or their content any longer, except for messages in channels that both can read, which the client of the caller hides. Only the caller learns of the block. Blocking again changes nothing. The answer does not depend on whether the member has blocked the caller.',
    answer: okSchema,
    problems: ['not_found', 'forbidden', 'quota_reached'],
  })
  async block(
    @CurrentSession() session: SessionContext,
    @PathId('The member.', 'userId') userId: string,
  ): Promise<OkAnswer> {
    await this.blocks.block(session.userId, userId);
    return { ok: true };
  }

  @Delete(':userId')
  @Call({
    summary: 'Ends a block',
    description: 'Also for a member that the caller has not blocked, which changes nothing.',
    answer: okSchema,
  })
  async unblock(
    @CurrentSession() session: SessionContext,
    @PathId('The member.', 'userId') userId: string,
  ): Promise<OkAnswer> {
    await this.blocks.unblock(session.userId, userId);
    return { ok: true };
  }
}
