import type { DomainJobs } from '../shared/index.js';
import { ImagesRepository } from './images.repository.js';
import { PurgeObjects } from './purge-objects.js';
import { RenderImage } from './render-image.js';

export const ALBUM_JOBS: DomainJobs = { jobs: [RenderImage, PurgeObjects], parts: [ImagesRepository] };
