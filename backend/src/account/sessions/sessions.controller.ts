import { Controller } from '@nestjs/common';
import {
  endOtherSessions,
  endSession,
  type InputOf,
  listSessions,
  logOut,
  type OkAnswer,
  type SessionView,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession, requireFresh, type SessionContext } from '../../shared/index.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Handles(logOut)
  async logout(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.sessions.logout(session);
    return { ok: true };
  }

  @Handles(listSessions)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listSessions>,
  ): Promise<Page<SessionView>> {
    return this.sessions.list(session, query);
  }

  @Handles(endOtherSessions)
  async endOtherSessions(
    @FreshSession() session: SessionContext,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.sessions.endOtherSessions(session, origin);
    return { ok: true };
  }

  @Handles(endSession)
  async endSession(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof endSession>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    if (id !== session.publicId) requireFresh(session);
    await this.sessions.endSession(session, id, origin);
    return { ok: true };
  }
}
