import type { DomainJobs } from '../shared/index.js';
import { MoveWave } from './move-wave.js';
import { PurgeWaves } from './purge-waves.js';
import { RemovedTextsRepository } from './removed-texts.repository.js';

export const STAFF_JOBS: DomainJobs = { jobs: [MoveWave, PurgeWaves], parts: [RemovedTextsRepository] };
