import type { Provider, Type } from '@nestjs/common';
import type { AnyHandler } from '@oniverse/platform/worker';
import { AttachmentsRepository } from './attachments/attachments.repository.js';
import { RenderAttachment } from './attachments/render-attachment.js';
import { PictureMutex, PictureObjects } from './pictures/picture-objects.js';

/** The jobs of a domain, and what they are built from. */
export interface DomainJobs {
  jobs: readonly Type<AnyHandler>[];
  parts: readonly Provider[];
}

export const SHARED_JOBS: DomainJobs = {
  jobs: [RenderAttachment],
  parts: [AttachmentsRepository, PictureMutex, PictureObjects],
};
export { PictureMutex, PictureObjects } from './pictures/picture-objects.js';
export { Picture } from './pictures/picture.js';
export { type RenderedPicture, renderPicture, toDerived } from './pictures/renditions.js';
export { fromPixels } from './pictures/sharp.js';
export { rejectUnusable, UnusablePicture } from './pictures/unusable-picture.js';
export { runExclusively } from './run-exclusively.js';
export { HourlyStatements, runInBatches } from './run-in-batches.js';
