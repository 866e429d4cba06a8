import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { ObjectsModule } from '../../shared/objects/objects.module.js';
import { ImageHeads } from './image-heads.js';
import { ImagesController } from './images.controller.js';
import { ImagesRepository } from './images.repository.js';
import { ImagesService } from './images.service.js';
import { MemberImagesController } from './member-images.controller.js';

@Module({
  imports: [AccessModule, ChangesModule, ObjectsModule],
  controllers: [ImagesController, MemberImagesController],
  providers: [ImageHeads, ImagesService, ImagesRepository],
  exports: [ImageHeads, ImagesService],
})
export class ImagesModule {}
