import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { AccountsModule } from '../../account/accounts/accounts.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { PostsModule } from '../../writing/posts/posts.module.js';
import { UsernamesModule } from '../../account/usernames/usernames.module.js';
import { ProfileHeads } from './profile-heads.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesService } from './profiles.service.js';

@Module({
  imports: [AccessModule, AccountsModule, ChangesModule, PostsModule, UsernamesModule],
  controllers: [ProfilesController],
  providers: [ProfilesService, ProfilesRepository, ProfileHeads],
  exports: [ProfileHeads],
})
export class ProfilesModule {}
