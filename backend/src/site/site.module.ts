import { Module } from '@nestjs/common';
import { Health } from '@oniverse/platform';
import { AnnouncementsController } from './announcements/announcements.controller.js';
import { AnnouncementsRepository } from './announcements/announcements.repository.js';
import { AnnouncementsService } from './announcements/announcements.service.js';
import { DocsFiles } from './docs/docs-files.js';
import { DocsController } from './docs/docs.controller.js';
import { DocsService } from './docs/docs.service.js';
import { BACKEND_HEALTH } from './health/backend-health.js';
import { HealthController } from './health/health.controller.js';
import { HomeController } from './home/home.controller.js';
import { HomeRepository } from './home/home.repository.js';
import { HomeService } from './home/home.service.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxService } from './inbox/inbox.service.js';
import { MailController } from './mail/mail.controller.js';
import { MailService } from './mail/mail.service.js';
import { SiteHeads } from './site-heads.js';
import { MessageSearchRepository } from './search/message-search.repository.js';
import { SearchSlots } from './search/search-slots.js';
import { SearchController } from './search/search.controller.js';
import { SearchRepository } from './search/search.repository.js';
import { SearchService } from './search/search.service.js';
import { SharedModule } from '../shared/index.js';
import { AccountModule } from '../account/index.js';
import { AlbumModule } from '../album/index.js';
import { WritingModule } from '../writing/index.js';
import { TalkModule } from '../talk/index.js';
import { PeopleModule } from '../people/index.js';

/** The site as a whole: home, search, documents, mail and its state. */
@Module({
  imports: [SharedModule, AccountModule, AlbumModule, WritingModule, TalkModule, PeopleModule],
  controllers: [
    AnnouncementsController,
    DocsController,
    HealthController,
    HomeController,
    InboxController,
    MailController,
    SearchController,
  ],
  providers: [
    AnnouncementsRepository,
    AnnouncementsService,
    DocsFiles,
    DocsService,
    BACKEND_HEALTH,
    HomeService,
    HomeRepository,
    InboxService,
    MailService,
    SiteHeads,
    SearchService,
    SearchRepository,
    MessageSearchRepository,
    SearchSlots,
  ],
  exports: [AnnouncementsService, DocsService, Health],
})
export class SiteModule {}
