import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { UsernamesModule } from '../usernames/usernames.module.js';
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
