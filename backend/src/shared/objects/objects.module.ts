import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { ObjectReader } from './object-reader.js';
import { ObjectsController } from './objects.controller.js';
import { ObjectsRepository } from './objects.repository.js';
import { ObjectsService } from './objects.service.js';
import { UploadSlots } from './upload-slots.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [ChangesModule],
  controllers: [UploadsController, ObjectsController],
  providers: [
    ObjectsService,
    UploadsService,
    { provide: UploadSlots, useFactory: () => new UploadSlots() },
    ObjectReader,
    ObjectsRepository,
  ],
  exports: [ObjectsService],
})
export class ObjectsModule {}
