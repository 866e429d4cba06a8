import type { DomainJobs } from '../domain-jobs.js';
import { PurgeSnapshots } from './purge-snapshots.js';

export const SAFETY_JOBS: DomainJobs = { jobs: [PurgeSnapshots], parts: [] };
