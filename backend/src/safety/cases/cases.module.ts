import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { MembersModule } from '../../talk/members/members.module.js';
import { MessagesModule } from '../../talk/messages/messages.module.js';
import { ServerAuditModule } from '../../talk/server-audit/server-audit.module.js';
import { CasesController } from './cases.controller.js';
import { CasesRepository } from './cases.repository.js';
import { CasesService } from './cases.service.js';

@Module({
  imports: [AccessModule, MembersModule, MessagesModule, ServerAuditModule],
  controllers: [CasesController],
  providers: [CasesRepository, CasesService],
})
export class CasesModule {}
