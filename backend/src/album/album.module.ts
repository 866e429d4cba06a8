import { Module } from '@nestjs/common';
import { AlbumTagsController } from './album-tags/album-tags.controller.js';
import { AlbumTagsRepository } from './album-tags/album-tags.repository.js';
import { AlbumTagsService } from './album-tags/album-tags.service.js';
import { BoardsController, MemberBoardsController } from './boards/boards.controller.js';
import { BoardsRepository } from './boards/boards.repository.js';
import { BoardsService } from './boards/boards.service.js';
import { ImageHeads } from './images/image-heads.js';
import { ImagesController, MemberImagesController } from './images/images.controller.js';
import { ImagesRepository } from './images/images.repository.js';
import { ImagesService } from './images/images.service.js';
import { SharedModule } from '../shared/index.js';

/** Pictures and their boards. */
@Module({
  imports: [SharedModule],
  controllers: [
    AlbumTagsController,
    BoardsController,
    MemberBoardsController,
    ImagesController,
    MemberImagesController,
  ],
  providers: [
    AlbumTagsService,
    AlbumTagsRepository,
    BoardsService,
    BoardsRepository,
    ImageHeads,
    ImagesService,
    ImagesRepository,
  ],
  exports: [ImageHeads, ImagesService],
})
export class AlbumModule {}
