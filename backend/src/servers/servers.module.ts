import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Memberships } from './memberships.js';
import { ServerNews } from './server-news.js';
import { ServersController } from './servers.controller.js';
import { ServersGateway } from './servers.gateway.js';
import { ServersRepository } from './servers.repository.js';
import { ServersService } from './servers.service.js';

@Module({
  // The gateway finds the session of a socket first.
  imports: [SessionsModule, AccessModule, ChangesModule],
  controllers: [ServersController],
  providers: [ServersService, ServersRepository, ServerNews, Memberships, ServersGateway],
  exports: [ServersService, ServerNews],
})
export class ServersModule {}
