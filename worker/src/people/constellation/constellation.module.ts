import { Module } from '@nestjs/common';
import { TagsModule } from '../tags/tags.module.js';
import { ConstellationRepository } from './constellation.repository.js';
import { ConstellationService } from './constellation.service.js';
import { DeriveMember } from './derive-member.js';
import { LinkHistoryRepository } from './link-history.repository.js';
import { RebuildConstellation } from './rebuild-constellation.js';
import { RecomputeAffectedLinks } from './recompute-affected-links.js';
import { RecomputeLinks } from './recompute-links.js';
import { ReconcileConstellation } from './reconcile-constellation.js';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { RepairMember } from './repair-member.js';
import { SnapshotLinks } from './snapshot-links.js';
import { UpdateNeighbours } from './update-neighbours.js';

const JOBS = [
  DeriveMember,
  RebuildConstellation,
  RecomputeAffectedLinks,
  RecomputeLinks,
  ReconcileConstellation,
  RepairMember,
  SnapshotLinks,
  UpdateNeighbours,
];

@Module({
  imports: [TagsModule],
  providers: [
    ...JOBS,
    ConstellationRepository,
    ConstellationService,
    LinkHistoryRepository,
    ReconciliationRepository,
  ],
  exports: JOBS,
})
export class ConstellationModule {
  static readonly jobs = JOBS;
}
