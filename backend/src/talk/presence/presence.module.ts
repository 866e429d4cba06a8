import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { PresenceRegistry } from './presence-registry.js';
import { PresenceGateway } from './presence.gateway.js';
import { PresenceRepository } from './presence.repository.js';
import { PresenceService } from './presence.service.js';

@Module({
  imports: [AccessModule],
  providers: [PresenceService, PresenceRegistry, PresenceRepository, PresenceGateway],
  exports: [PresenceService],
})
export class PresenceModule {}
