import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { AccountActivityModule } from '../../account/account-activity/account-activity.module.js';
import { BansModule } from '../bans/bans.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { ServerAuditModule } from '../server-audit/server-audit.module.js';
import { ServersModule } from '../servers/servers.module.js';
import { MembersController } from './members.controller.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';

@Module({
  imports: [
    AccessModule,
    AccountActivityModule,
    BansModule,
    ChangesModule,
    PresenceModule,
    ServerAuditModule,
    ServersModule,
  ],
  controllers: [MembersController],
  providers: [MembersService, MembersRepository],
  exports: [MembersService],
})
export class MembersModule {}
