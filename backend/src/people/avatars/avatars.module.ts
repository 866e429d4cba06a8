import { Module } from '@nestjs/common';
import { AccountsModule } from '../../account/accounts/accounts.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { ObjectsModule } from '../../shared/objects/objects.module.js';
import { AvatarsController } from './avatars.controller.js';
import { AvatarsService } from './avatars.service.js';

@Module({
  imports: [AccountsModule, ChangesModule, ObjectsModule],
  controllers: [AvatarsController],
  providers: [AvatarsService],
})
export class AvatarsModule {}
