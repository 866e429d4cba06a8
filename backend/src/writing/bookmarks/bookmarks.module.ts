import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { BookmarksController } from './bookmarks.controller.js';
import { BookmarksRepository } from './bookmarks.repository.js';
import { BookmarksService } from './bookmarks.service.js';
import { KeptPicturesController } from './kept-pictures.controller.js';

@Module({
  imports: [AccessModule, ChangesModule],
  controllers: [BookmarksController, KeptPicturesController],
  providers: [BookmarksService, BookmarksRepository],
})
export class BookmarksModule {}
