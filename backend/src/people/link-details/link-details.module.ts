import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { PresenceModule } from '../../talk/presence/presence.module.js';
import { LinkDetailsController } from './link-details.controller.js';
import { LinkDetailsRepository } from './link-details.repository.js';
import { LinkDetailsService } from './link-details.service.js';

@Module({
  imports: [AccessModule, PresenceModule],
  controllers: [LinkDetailsController],
  providers: [LinkDetailsService, LinkDetailsRepository],
})
export class LinkDetailsModule {}
