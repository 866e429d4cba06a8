import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { type OkAnswer, okSchema, schema, sessionSchema, type SessionView } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession, requireFresh } from './current-session.decorator.js';
import type { SessionContext } from './session.js';
import { SessionsService } from './sessions.service.js';

@Controller('auth')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Post('logout')
  @Call({
    summary: 'Logs out',
    description: 'Ends this session and closes its sockets.',
    answer: okSchema,
  })
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

  @Delete('sessions')
  @Call({
    summary: "Ends all of the caller's other sessions",
    description: 'Closes their sockets as well.',
    answer: okSchema,
    problems: ['reauthentication_required'],
  })
  async endOtherSessions(
    @FreshSession() session: SessionContext,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.sessions.endOtherSessions(session, origin);
    return { ok: true };
  }

  @Delete('sessions/:id')
  @Call({
    summary: "Ends one of the caller's sessions",
    description:
      'Closes its sockets as well. Ending the current session is a logout, which needs no confirmation.',
    answer: okSchema,
    problems: ['reauthentication_required', 'not_found'],
  })
  async endSession(
    @CurrentSession() session: SessionContext,
    @PathId('The id of the session.') id: string,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    if (id !== session.publicId) requireFresh(session);
    await this.sessions.endSession(session, id, origin);
    return { ok: true };
  }
}
