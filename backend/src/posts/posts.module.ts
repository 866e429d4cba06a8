import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { PostsController } from './posts.controller.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';

@Module({
  imports: [AccessModule, ChangesModule],
  controllers: [PostsController],
  providers: [PostsService, PostsRepository],
})
export class PostsModule {}
