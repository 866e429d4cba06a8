import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { Challenges } from './challenges.service.js';
import { FactorRemovalModule } from './factor-removal.module.js';
import { FactorsController } from './factors.controller.js';
import { FactorsRepository } from './factors.repository.js';
import { FactorsService } from './factors.service.js';
import { PasskeySite } from './passkey-site.js';
import { PasskeyVerifier } from './passkey-verifier.js';
import { Proofs } from './proofs.service.js';
import { SecondFactors } from './second-factors.service.js';

@Module({
  imports: [AccountActivityModule, ChangesModule, FactorRemovalModule, PasswordsModule],
  controllers: [FactorsController],
  providers: [
    Challenges,
    FactorsRepository,
    FactorsService,
    PasskeySite,
    PasskeyVerifier,
    Proofs,
    SecondFactors,
  ],
  exports: [Challenges, PasskeySite, Proofs, SecondFactors],
})
export class FactorsModule {}
