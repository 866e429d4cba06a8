import { Module } from '@nestjs/common';
import { AccessService } from './access/access.service.js';
import { MemberChanges } from './changes/member-changes.js';
import { Quotas } from './changes/quotas.js';
import { ObjectReader } from './objects/object-reader.js';
import { ObjectsController } from './objects/objects.controller.js';
import { ObjectsRepository } from './objects/objects.repository.js';
import { ObjectsService } from './objects/objects.service.js';
import { UploadSlots } from './objects/upload-slots.js';
import { UploadsController } from './objects/uploads.controller.js';
import { UploadsService } from './objects/uploads.service.js';

/** What every domain builds on: access, changes in a transaction, quotas, and the bytes of pictures. */
@Module({
  controllers: [UploadsController, ObjectsController],
  providers: [
    AccessService,
    MemberChanges,
    Quotas,
    ObjectsService,
    UploadsService,
    { provide: UploadSlots, useFactory: () => new UploadSlots() },
    ObjectReader,
    ObjectsRepository,
  ],
  exports: [AccessService, MemberChanges, Quotas, ObjectsService],
})
export class SharedModule {}
