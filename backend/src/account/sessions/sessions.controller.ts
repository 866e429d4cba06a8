import { Controller } from '@nestjs/common';
import { endOtherSessions, endSession, listSessions, logOut } from '@oniverse/contracts';
import { FreshSession, Handles, type Received, requireFresh } from '../../shared/index.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Handles(logOut)
  async logout({ session }: Received<typeof logOut>) {
    await this.sessions.logout(session);
  }

  @Handles(listSessions)
  async list({ session, query }: Received<typeof listSessions>) {
    return this.sessions.list(session, query);
  }

  @FreshSession()
  @Handles(endOtherSessions)
  async endOtherSessions({ session, origin }: Received<typeof endOtherSessions>) {
    await this.sessions.endOtherSessions(session, origin);
  }

  @Handles(endSession)
  async endSession({ session, id, origin }: Received<typeof endSession>) {
    if (id !== session.publicId) requireFresh(session);
    await this.sessions.endSession(session, id, origin);
  }
}
