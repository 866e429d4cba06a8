import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import {
  memberSchema,
  type MemberView,
  type OkAnswer,
  okSchema,
  schema,
  serverSchema,
  type ServerView,
} from '@oniverse/contracts';
import { Call, type Page, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { MembersQueryDto, RoleDto } from './members.dto.js';
import { MembersService } from './members.service.js';

@Controller('servers/:id')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Post('join')
  @Call({
    summary: 'Enters a public dimension',
    description: 'Again and again changes nothing.',
    answer: serverSchema,
    problems: ['not_found'],
  })
  async join(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
  ): Promise<ServerView> {
    return this.members.join(session.userId, id);
  }

  @Post('leave')
  @Call({ summary: 'Leaves a dimension', answer: okSchema, problems: ['not_found', 'owner_cannot_leave'] })
  async leave(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
  ): Promise<OkAnswer> {
    await this.members.leave(session.userId, id);
    return { ok: true };
  }

  @Get('members')
  @Call({
    summary: 'Who is in a dimension, newest first',
    answer: schema.list(memberSchema),
    paged: true,
    problems: ['not_found'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Query() page: MembersQueryDto,
  ): Promise<Page<MemberView>> {
    return this.members.list(session.userId, id, page);
  }

  @Patch('members/:userId')
  @Call({
    summary: 'Makes a member a moderator, or a plain member again',
    description: "The owner alone. The owner's own role passes with the dimension.",
    answer: memberSchema,
    problems: ['not_found', 'forbidden'],
  })
  async setRole(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @PathId('The member.', 'userId') userId: string,
    @Body() { role }: RoleDto,
  ): Promise<MemberView> {
    return this.members.setRole(session.userId, id, userId, role);
  }

  @Delete('members/:userId')
  @Call({
    summary: 'Removes a member from a dimension',
    description:
      'The owner and moderators; moderators the owner alone. Invites that were made before do not let the removed one in again.',
    answer: okSchema,
    problems: ['not_found', 'forbidden'],
  })
  async remove(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @PathId('The member.', 'userId') userId: string,
  ): Promise<OkAnswer> {
    await this.members.remove(session.userId, id, userId);
    return { ok: true };
  }
}
