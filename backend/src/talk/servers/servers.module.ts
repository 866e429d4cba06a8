import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { ServerAuditModule } from '../server-audit/server-audit.module.js';
import { SessionsModule } from '../../account/sessions/sessions.module.js';
import { MemberRooms } from './member-rooms.js';
import { Memberships } from './memberships.js';
import { ServerPublisher } from './server-publisher.js';
import { ServersController } from './servers.controller.js';
import { ServersGateway } from './servers.gateway.js';
import { ServersRepository } from './servers.repository.js';
import { ServersService } from './servers.service.js';

@Module({
  // SessionsModule comes first, because the gateway needs the session of a socket.
  imports: [SessionsModule, AccessModule, ChangesModule, ServerAuditModule],
  controllers: [ServersController],
  providers: [ServersService, ServersRepository, ServerPublisher, Memberships, MemberRooms, ServersGateway],
  exports: [ServersService, ServerPublisher],
})
export class ServersModule {}
