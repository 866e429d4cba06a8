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
    summary: 'Joins a public dimension',
    description: 'Joining again changes nothing. Banned members cannot join.',
    answer: serverSchema,
    problems: ['not_found', 'forbidden'],
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
    summary: 'Lists the members of a dimension, newest first',
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
    summary: 'Makes a member a moderator or a regular member',
    description:
      "Only the owner can do this. The owner's own role changes only by transferring ownership. Demoting a moderator revokes their invites.",
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
    summary: 'Removes and bans a member from a dimension',
    description:
      'The owner and moderators can do this; only the owner can remove moderators. The member cannot rejoin until the ban is lifted, or uses an invite created after the removal.',
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
