import { Controller, Post } from '@nestjs/common';
import { type OkAnswer, okSchema } from '@oniverse/contracts';
import { Call } from '@oniverse/platform';
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
}
