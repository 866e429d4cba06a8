import { Module } from '@nestjs/common';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { AlbumTagsController } from './album-tags.controller.js';
import { AlbumTagsRepository } from './album-tags.repository.js';
import { AlbumTagsService } from './album-tags.service.js';

@Module({
  imports: [ChangesModule],
  controllers: [AlbumTagsController],
  providers: [AlbumTagsService, AlbumTagsRepository],
})
export class AlbumTagsModule {}
