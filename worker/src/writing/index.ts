import type { DomainJobs } from '../shared/index.js';
import { IndexPosts } from './index-posts.js';

export const WRITING_JOBS: DomainJobs = { jobs: [IndexPosts], parts: [] };
