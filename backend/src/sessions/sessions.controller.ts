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
  @Call({ summary: 'Ends this session', description: 'At once, its sockets too.', answer: okSchema })
  async logout(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.sessions.logout(session);
    return { ok: true };
  }

  @Get('sessions')
  @Call({ summary: "One's own sessions, newest first", answer: schema.list(sessionSchema), paged: true })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() page: PageQueryDto,
  ): Promise<Page<SessionView>> {
    return this.sessions.list(session, page);
  }

  @Delete('sessions/:id')
  @Call({
    summary: "Ends one of one's sessions",
    description: 'At once, its sockets too.',
    answer: okSchema,
    problems: ['not_found'],
  })
  async end(
    @CurrentSession() session: SessionContext,
    @PathId('The session.') id: string,
  ): Promise<OkAnswer> {
    await this.sessions.end(session, id);
    return { ok: true };
  }
}
