import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { RepliesController } from './replies.controller.js';
import { RepliesRepository } from './replies.repository.js';
import { RepliesService } from './replies.service.js';

@Module({
  imports: [AccessModule, ChangesModule, PostsModule],
  controllers: [RepliesController],
  providers: [RepliesService, RepliesRepository],
})
export class RepliesModule {}
