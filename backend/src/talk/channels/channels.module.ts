import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { ServerAuditModule } from '../server-audit/server-audit.module.js';
import { ServersModule } from '../servers/servers.module.js';
import { ChannelsController } from './channels.controller.js';
import { ChannelsRepository } from './channels.repository.js';
import { ChannelsService } from './channels.service.js';
import { ServerChannelsController } from './server-channels.controller.js';

@Module({
  imports: [AccessModule, ChangesModule, ServerAuditModule, ServersModule],
  controllers: [ServerChannelsController, ChannelsController],
  providers: [ChannelsService, ChannelsRepository],
})
export class ChannelsModule {}
