import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { WaitlistModule } from '../waitlist/waitlist.module.js';
import { Departures } from './departures.js';
import { DeparturesRepository } from './departures.repository.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';

@Module({
  imports: [AccountsModule, ChangesModule, SessionsModule, WaitlistModule],
  controllers: [ErasureController],
  providers: [ErasureService, ErasureRepository, Departures, DeparturesRepository],
})
export class ErasureModule {}
