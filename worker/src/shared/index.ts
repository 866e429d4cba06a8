import type { DomainJobs } from '../domain-jobs.js';
import { PictureMutex } from './pictures/picture-mutex.js';
import { PictureObjects } from './pictures/picture-objects.js';

export const SHARED_JOBS: DomainJobs = { jobs: [], parts: [PictureMutex, PictureObjects] };
export { PictureMutex } from './pictures/picture-mutex.js';
export { PictureObjects } from './pictures/picture-objects.js';
export { Picture } from './pictures/picture.js';
export { type RenderedPicture, renderPicture } from './pictures/renditions.js';
export { fromPixels } from './pictures/sharp.js';
export { rejectUnusable, UnusablePicture } from './pictures/unusable-picture.js';
export { runExclusively } from './run-exclusively.js';
export { changeInBatches, runInBatches } from './run-in-batches.js';
