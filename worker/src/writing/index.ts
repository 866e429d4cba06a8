import type { DomainJobs } from '../domain-jobs.js';
import { IndexPosts } from './index-posts.js';

export const WRITING_JOBS: DomainJobs = { jobs: [IndexPosts], parts: [] };
