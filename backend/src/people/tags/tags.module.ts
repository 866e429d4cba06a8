import { Module } from '@nestjs/common';
import { ImagesModule } from '../../album/images/images.module.js';
import { PostsModule } from '../../writing/posts/posts.module.js';
import { ServersModule } from '../../talk/servers/servers.module.js';
import { TagHeads } from './tag-heads.js';
import { TagIndexController } from './tag-index.controller.js';
import { TagIndexRepository } from './tag-index.repository.js';
import { TagIndexService } from './tag-index.service.js';
import { TagPagesController } from './tag-pages.controller.js';
import { TagPagesRepository } from './tag-pages.repository.js';
import { TagPagesService } from './tag-pages.service.js';
import { TagsController } from './tags.controller.js';
import { TagsRepository } from './tags.repository.js';
import { TagsService } from './tags.service.js';

@Module({
  imports: [PostsModule, ImagesModule, ServersModule],
  controllers: [TagsController, TagPagesController, TagIndexController],
  providers: [
    TagsService,
    TagsRepository,
    TagPagesService,
    TagPagesRepository,
    TagIndexService,
    TagIndexRepository,
    TagHeads,
  ],
  exports: [TagHeads],
})
export class TagsModule {}
