import { Controller, Post } from '@nestjs/common';
import { type OkAnswer, okSchema, serverSchema, type ServerView } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { MembersService } from './members.service.js';

@Controller('servers/:id')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Post('join')
  @Call({ summary: 'Enters a public dimension', answer: serverSchema, problems: ['not_found'] })
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
}
