import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { MembersModule } from '../members/members.module.js';
import { InviteHeads } from './invite-heads.js';
import { InvitesController } from './invites.controller.js';
import { InvitesRepository } from './invites.repository.js';
import { InvitesService } from './invites.service.js';

@Module({
  imports: [AccessModule, ChangesModule, MembersModule],
  controllers: [InvitesController],
  providers: [InvitesService, InvitesRepository, InviteHeads],
  exports: [InviteHeads],
})
export class InvitesModule {}
