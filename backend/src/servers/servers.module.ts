import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Memberships } from './memberships.js';
import { ServersController } from './servers.controller.js';
import { ServersGateway } from './servers.gateway.js';
import { ServersRepository } from './servers.repository.js';
import { ServersService } from './servers.service.js';

@Module({
  // Its gateway finds the session of a socket first.
  imports: [SessionsModule],
  controllers: [ServersController],
  providers: [ServersService, ServersRepository, Memberships, ServersGateway],
  exports: [ServersService],
})
export class ServersModule {}
