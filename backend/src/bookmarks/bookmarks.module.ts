import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { BookmarksController } from './bookmarks.controller.js';
import { BookmarksRepository } from './bookmarks.repository.js';
import { BookmarksService } from './bookmarks.service.js';

@Module({
  imports: [ChangesModule],
  controllers: [BookmarksController],
  providers: [BookmarksService, BookmarksRepository],
})
export class BookmarksModule {}
