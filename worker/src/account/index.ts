import type { DomainJobs } from '../shared/index.js';
import { EndSuspensions } from './end-suspensions.js';
import { PurgeAccountData } from './purge-account-data.js';
import { PurgeSessions } from './purge-sessions.js';

export const ACCOUNT_JOBS: DomainJobs = {
  jobs: [EndSuspensions, PurgeAccountData, PurgeSessions],
  parts: [],
};
