import { Controller, Get } from '@nestjs/common';
import { schema, serverSchema, type ServerView } from '@oniverse/contracts';
import { Call } from '@oniverse/platform';
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
}
