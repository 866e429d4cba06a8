import type { DomainJobs } from '../shared/index.js';
import { AnnounceMember } from './announce-member.js';
import { AvatarsRepository } from './avatars/avatars.repository.js';
import { MakeAvatar } from './avatars/make-avatar.js';
import { ConstellationRepository } from './constellation/constellation.repository.js';
import { ConstellationService } from './constellation/constellation.service.js';
import { DeriveMember } from './constellation/derive-member.js';
import { LinkHistoryRepository } from './constellation/link-history.repository.js';
import { RebuildConstellation } from './constellation/rebuild-constellation.js';
import { RecomputeAffectedLinks } from './constellation/recompute-affected-links.js';
import { RecomputeLinks } from './constellation/recompute-links.js';
import { ReconcileConstellation } from './constellation/reconcile-constellation.js';
import { ReconciliationRepository } from './constellation/reconciliation.repository.js';
import { RepairMember } from './constellation/repair-member.js';
import { SnapshotLinks } from './constellation/snapshot-links.js';
import { UpdateNeighbours } from './constellation/update-neighbours.js';
import { RefreshSuggestions } from './suggestions/refresh-suggestions.js';
import { SuggestLinks } from './suggestions/suggest-links.js';
import { SuggestionsRepository } from './suggestions/suggestions.repository.js';
import { DeriveTags } from './tags/derive-tags.js';
import { DeriveTagsRepository } from './tags/derive-tags.repository.js';
import { MarkHubTags } from './tags/mark-hub-tags.js';
import { PurgeTags } from './tags/purge-tags.js';
import { RepairTagCounts } from './tags/repair-tag-counts.js';

export const PEOPLE_JOBS: DomainJobs = {
  jobs: [
    MakeAvatar,
    DeriveMember,
    RebuildConstellation,
    RecomputeAffectedLinks,
    RecomputeLinks,
    ReconcileConstellation,
    RepairMember,
    SnapshotLinks,
    UpdateNeighbours,
    AnnounceMember,
    RefreshSuggestions,
    SuggestLinks,
    DeriveTags,
    MarkHubTags,
    PurgeTags,
    RepairTagCounts,
  ],
  parts: [
    AvatarsRepository,
    ConstellationRepository,
    ConstellationService,
    LinkHistoryRepository,
    ReconciliationRepository,
    SuggestionsRepository,
    DeriveTagsRepository,
  ],
};
