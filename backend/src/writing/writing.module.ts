import { Module } from '@nestjs/common';
import { BookmarkedPicturesController, BookmarksController } from './bookmarks/bookmarks.controller.js';
import { BookmarksRepository } from './bookmarks/bookmarks.repository.js';
import { BookmarksService } from './bookmarks/bookmarks.service.js';
import { CapsulesController } from './capsules/capsules.controller.js';
import { CapsulesRepository } from './capsules/capsules.repository.js';
import { CapsulesService } from './capsules/capsules.service.js';
import { FeedsController } from './feeds/feeds.controller.js';
import { FeedsRepository } from './feeds/feeds.repository.js';
import { FeedsService } from './feeds/feeds.service.js';
import { FeedHints } from './posts/feed-hints.js';
import { PostHeads } from './posts/post-heads.js';
import { PostHints } from './posts/post-hints.js';
import { PostsController } from './posts/posts.controller.js';
import { PostsGateway } from './posts/posts.gateway.js';
import { PostsRepository } from './posts/posts.repository.js';
import { PostsService } from './posts/posts.service.js';
import { RepliesController } from './replies/replies.controller.js';
import { RepliesRepository } from './replies/replies.repository.js';
import { RepliesService } from './replies/replies.service.js';
import { RipplesController } from './ripples/ripples.controller.js';
import { RipplesRepository } from './ripples/ripples.repository.js';
import { RipplesService } from './ripples/ripples.service.js';
import { SharedModule } from '../shared/index.js';
import { AccountModule } from '../account/index.js';

/** Posts and what grows from them. */
@Module({
  imports: [SharedModule, AccountModule],
  controllers: [
    BookmarksController,
    BookmarkedPicturesController,
    CapsulesController,
    FeedsController,
    PostsController,
    RepliesController,
    RipplesController,
  ],
  providers: [
    BookmarksService,
    BookmarksRepository,
    CapsulesService,
    CapsulesRepository,
    FeedsService,
    FeedsRepository,
    PostsService,
    PostsRepository,
    FeedHints,
    PostHints,
    PostHeads,
    PostsGateway,
    RepliesService,
    RepliesRepository,
    RipplesService,
    RipplesRepository,
  ],
  exports: [PostsService, PostHints, PostHeads, RepliesService],
})
export class WritingModule {}
