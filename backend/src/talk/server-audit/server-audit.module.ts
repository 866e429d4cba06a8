import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ServerAuditController } from './server-audit.controller.js';
import { ServerAuditRepository } from './server-audit.repository.js';
import { ServerAuditService } from './server-audit.service.js';

@Module({
  imports: [AccessModule],
  controllers: [ServerAuditController],
  providers: [ServerAuditService, ServerAuditRepository],
  exports: [ServerAuditService],
})
export class ServerAuditModule {}
