import { Controller, HttpCode, Post } from '@nestjs/common';
import type { OkAnswer } from '@oniverse/contracts';
import { CurrentSession } from './current-session.decorator.js';
import type { SessionContext } from './session.js';
import { SessionsService } from './sessions.service.js';

@Controller('auth')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Post('logout')
  @HttpCode(200)
  async logout(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.sessions.logout(session);
    return { ok: true };
  }
}
