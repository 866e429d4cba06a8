import { Controller, Get, Post } from '@nestjs/common';
import { type OkAnswer, okSchema, schema, serverSchema, type ServerView } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ServersService } from './servers.service.js';

@Controller('servers')
export class ServersController {
  constructor(private readonly servers: ServersService) {}

  @Get()
  @Call({ summary: "Public dimensions, and one's own private ones", answer: schema.list(serverSchema) })
  async list(@CurrentSession() session: SessionContext): Promise<ServerView[]> {
    return this.servers.list(session.userId);
  }

  @Post(':id/join')
  @Call({ summary: 'Enters a public dimension', answer: serverSchema, problems: ['not_found'] })
  async join(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
  ): Promise<ServerView> {
    return this.servers.join(session.userId, id);
  }

  @Post(':id/leave')
  @Call({ summary: 'Leaves a dimension', answer: okSchema, problems: ['not_found', 'owner_cannot_leave'] })
  async leave(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
  ): Promise<OkAnswer> {
    await this.servers.leave(session.userId, id);
    return { ok: true };
  }
}
