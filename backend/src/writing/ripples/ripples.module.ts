import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { RipplesController } from './ripples.controller.js';
import { RipplesRepository } from './ripples.repository.js';
import { RipplesService } from './ripples.service.js';

@Module({
  imports: [AccessModule, ChangesModule, PostsModule],
  controllers: [RipplesController],
  providers: [RipplesService, RipplesRepository],
})
export class RipplesModule {}
