import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { OkAnswer, ServerView } from '@oniverse/contracts';
import { IdPipe } from '@oniverse/platform';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ServersService } from './servers.service.js';

@Controller('servers')
export class ServersController {
  constructor(private readonly servers: ServersService) {}

  @Get()
  async list(@CurrentSession() session: SessionContext): Promise<ServerView[]> {
    return this.servers.list(session.userId);
  }

  @Post(':id/join')
  @HttpCode(200)
  async join(
    @CurrentSession() session: SessionContext,
    @Param('id', IdPipe) id: string,
  ): Promise<ServerView> {
    return this.servers.join(session.userId, id);
  }

  @Post(':id/leave')
  @HttpCode(200)
  async leave(@CurrentSession() session: SessionContext, @Param('id', IdPipe) id: string): Promise<OkAnswer> {
    await this.servers.leave(session.userId, id);
    return { ok: true };
  }
}
