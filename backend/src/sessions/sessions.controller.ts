import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { type OkAnswer, okSchema, schema, sessionSchema, type SessionView } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from './current-session.decorator.js';
import type { SessionContext } from './session.js';
import { SessionsService } from './sessions.service.js';

@Controller('auth')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Post('logout')
  @Call({ summary: 'Logs out', description: 'Ends this session and closes its sockets.', answer: okSchema })
  async logout(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.sessions.logout(session);
    return { ok: true };
  }

  @Get('sessions')
  @Call({
    summary: "Lists the caller's sessions, newest first",
    answer: schema.list(sessionSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() page: PageQueryDto,
  ): Promise<Page<SessionView>> {
    return this.sessions.list(session, page);
  }

  @Delete('sessions/:id')
  @Call({
    summary: "Ends one of the caller's sessions",
    description: 'Closes its sockets as well.',
    answer: okSchema,
    problems: ['not_found'],
  })
  async endSession(
    @CurrentSession() session: SessionContext,
    @PathId('The id of the session.') id: string,
  ): Promise<OkAnswer> {
    await this.sessions.endSession(session, id);
    return { ok: true };
  }
}
