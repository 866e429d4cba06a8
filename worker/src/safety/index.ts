import type { DomainJobs } from '../shared/index.js';
import { PurgeSnapshots } from './purge-snapshots.js';

export const SAFETY_JOBS: DomainJobs = { jobs: [PurgeSnapshots], parts: [] };
