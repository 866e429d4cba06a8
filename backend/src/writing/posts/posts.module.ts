import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { FeedHints } from './feed-hints.js';
import { PostHeads } from './post-heads.js';
import { PostHints } from './post-hints.js';
import { PostsController } from './posts.controller.js';
import { PostsGateway } from './posts.gateway.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';

@Module({
  imports: [AccessModule, ChangesModule],
  controllers: [PostsController],
  providers: [PostsService, PostsRepository, FeedHints, PostHints, PostHeads, PostsGateway],
  exports: [PostsService, FeedHints, PostHints, PostHeads],
})
export class PostsModule {}
