import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ServerAuditModule } from '../server-audit/server-audit.module.js';
import { ServersModule } from '../servers/servers.module.js';
import { BansController } from './bans.controller.js';
import { BansRepository } from './bans.repository.js';
import { BansService } from './bans.service.js';

@Module({
  imports: [AccessModule, ServerAuditModule, ServersModule],
  controllers: [BansController],
  providers: [BansService, BansRepository],
  exports: [BansService],
})
export class BansModule {}
