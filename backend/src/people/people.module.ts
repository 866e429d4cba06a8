import { Module } from '@nestjs/common';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityRepository } from './activity/activity.repository.js';
import { ActivityService } from './activity/activity.service.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { AvatarsService } from './avatars/avatars.service.js';
import { ConstellationHistoryRepository } from './constellation/constellation-history.repository.js';
import { ConstellationHistoryService } from './constellation/constellation-history.service.js';
import { TotalsCounter } from './constellation/constellation-totals.js';
import {
  ConstellationController,
  ConstellationHistoryController,
} from './constellation/constellation.controller.js';
import { ConstellationGateway } from './constellation/constellation.gateway.js';
import { ConstellationRepository } from './constellation/constellation.repository.js';
import { ConstellationService } from './constellation/constellation.service.js';
import { LinkDetailsController } from './link-details/link-details.controller.js';
import { LinkDetailsRepository } from './link-details/link-details.repository.js';
import { LinkDetailsService } from './link-details/link-details.service.js';
import {
  ProfileArchivesController,
  ShownSnapshotsController,
} from './profile-archives/profile-archives.controller.js';
import { ProfileArchivesRepository } from './profile-archives/profile-archives.repository.js';
import { ProfileArchivesService } from './profile-archives/profile-archives.service.js';
import { ProfileHeads } from './profiles/profile-heads.js';
import { ProfilesController } from './profiles/profiles.controller.js';
import { ProfilesRepository } from './profiles/profiles.repository.js';
import { ProfilesService } from './profiles/profiles.service.js';
import { SuggestionsController } from './suggestions/suggestions.controller.js';
import { SuggestionsRepository } from './suggestions/suggestions.repository.js';
import { SuggestionsService } from './suggestions/suggestions.service.js';
import { TagHeads } from './tags/tag-heads.js';
import { TagIndexRepository } from './tags/tag-index.repository.js';
import { TagIndexService } from './tags/tag-index.service.js';
import { TagPagesRepository } from './tags/tag-pages.repository.js';
import { TagPagesService } from './tags/tag-pages.service.js';
import { TagIndexController, TagPagesController, TagsController } from './tags/tags.controller.js';
import { TagsRepository } from './tags/tags.repository.js';
import { TagsService } from './tags/tags.service.js';
import { SharedModule } from '../shared/index.js';
import { AccountModule } from '../account/index.js';
import { AlbumModule } from '../album/index.js';
import { WritingModule } from '../writing/index.js';
import { TalkModule } from '../talk/index.js';

/** Who a member is to others: profiles, and the constellation that links them. */
@Module({
  imports: [SharedModule, AccountModule, AlbumModule, WritingModule, TalkModule],
  controllers: [
    ActivityController,
    AvatarsController,
    ConstellationController,
    ConstellationHistoryController,
    LinkDetailsController,
    ProfileArchivesController,
    ShownSnapshotsController,
    ProfilesController,
    SuggestionsController,
    TagsController,
    TagIndexController,
    TagPagesController,
  ],
  providers: [
    ActivityService,
    ActivityRepository,
    AvatarsService,
    ConstellationService,
    ConstellationHistoryService,
    TotalsCounter,
    ConstellationRepository,
    ConstellationHistoryRepository,
    ConstellationGateway,
    LinkDetailsService,
    LinkDetailsRepository,
    ProfileArchivesService,
    ProfileArchivesRepository,
    ProfilesService,
    ProfilesRepository,
    ProfileHeads,
    SuggestionsService,
    SuggestionsRepository,
    TagsService,
    TagsRepository,
    TagPagesService,
    TagPagesRepository,
    TagIndexService,
    TagIndexRepository,
    TagHeads,
  ],
  exports: [ProfileHeads, TagHeads],
})
export class PeopleModule {}
