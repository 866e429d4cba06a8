import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '@oniverse/data';
import type { Config, Logger } from '@oniverse/platform';
import { ContractPipe, BackendPlatformModule, ProblemFilter } from '@oniverse/platform/backend';
import { AccountActivityModule } from './account/account-activity/account-activity.module.js';
import { AccountLinksModule } from './account/account-links/account-links.module.js';
import { AccountSecurityModule } from './account/account-security/account-security.module.js';
import { AccountsModule } from './account/accounts/accounts.module.js';
import { ActivityModule } from './people/activity/activity.module.js';
import { AlbumTagsModule } from './album/album-tags/album-tags.module.js';
import { AttentionModule } from './talk/attention/attention.module.js';
import { AvatarsModule } from './people/avatars/avatars.module.js';
import { BansModule } from './talk/bans/bans.module.js';
import { BlocksModule } from './safety/blocks/blocks.module.js';
import { BoardsModule } from './album/boards/boards.module.js';
import { BookmarksModule } from './writing/bookmarks/bookmarks.module.js';
import { CapsulesModule } from './writing/capsules/capsules.module.js';
import { CasesModule } from './safety/cases/cases.module.js';
import { ChannelsModule } from './talk/channels/channels.module.js';
import { ConstellationModule } from './people/constellation/constellation.module.js';
import { DocsModule } from './site/docs/docs.module.js';
import { DraftsModule } from './talk/drafts/drafts.module.js';
import { EmailsModule } from './account/emails/emails.module.js';
import { ErasureModule } from './safety/erasure/erasure.module.js';
import { ExportsModule } from './account/exports/exports.module.js';
import { FactorsModule } from './account/factors/factors.module.js';
import { FeedsModule } from './writing/feeds/feeds.module.js';
import { HealthModule } from './site/health/health.module.js';
import { HomeModule } from './site/home/home.module.js';
import { ImagesModule } from './album/images/images.module.js';
import { InboxModule } from './site/inbox/inbox.module.js';
import { InvitesModule } from './talk/invites/invites.module.js';
import { RequestAdmission } from './account/sessions/request-admission.js';
import { LinkDetailsModule } from './people/link-details/link-details.module.js';
import { MailModule } from './site/mail/mail.module.js';
import { MembersModule } from './talk/members/members.module.js';
import { MessagesModule } from './talk/messages/messages.module.js';
import { NotificationsModule } from './talk/notifications/notifications.module.js';
import { ObjectsModule } from './shared/objects/objects.module.js';
import { PresenceModule } from './talk/presence/presence.module.js';
import { PasswordResetsModule } from './account/password-resets/password-resets.module.js';
import { PagesModule } from './site/pages/pages.module.js';
import { PostsModule } from './writing/posts/posts.module.js';
import { ProfileArchivesModule } from './people/profile-archives/profile-archives.module.js';
import { ProfilesModule } from './people/profiles/profiles.module.js';
import { ReadMarksModule } from './talk/read-marks/read-marks.module.js';
import { ReauthenticationModule } from './account/reauthentication/reauthentication.module.js';
import { RepliesModule } from './writing/replies/replies.module.js';
import { ReportsModule } from './safety/reports/reports.module.js';
import { RipplesModule } from './writing/ripples/ripples.module.js';
import { SearchModule } from './site/search/search.module.js';
import { ServerAuditModule } from './talk/server-audit/server-audit.module.js';
import { ServersModule } from './talk/servers/servers.module.js';
import { SessionsModule } from './account/sessions/sessions.module.js';
import { SignInsModule } from './account/sign-ins/sign-ins.module.js';
import { SuggestionsModule } from './people/suggestions/suggestions.module.js';
import { TagsModule } from './people/tags/tags.module.js';
import { ThreadsModule } from './talk/threads/threads.module.js';
import { TypingModule } from './talk/typing/typing.module.js';
import { WaitlistModule } from './account/waitlist/waitlist.module.js';

const DATABASE_ATTEMPTS = 10;
const DATABASE_RETRY_DELAY_MS = 1_000;

@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        BackendPlatformModule.with(config, logger),
        TypeOrmModule.forRoot({
          ...dataSourceOptions(config.databaseUrl),
          retryAttempts: DATABASE_ATTEMPTS,
          retryDelay: DATABASE_RETRY_DELAY_MS,
        }),
        SessionsModule,
        AccountsModule,
        AccountActivityModule,
        AccountLinksModule,
        AccountSecurityModule,
        DraftsModule,
        EmailsModule,
        FactorsModule,
        PasswordResetsModule,
        ReauthenticationModule,
        SignInsModule,
        ProfilesModule,
        FeedsModule,
        PagesModule,
        PostsModule,
        RepliesModule,
        RipplesModule,
        NotificationsModule,
        TagsModule,
        HomeModule,
        SuggestionsModule,
        BookmarksModule,
        LinkDetailsModule,
        CapsulesModule,
        ProfileArchivesModule,
        ObjectsModule,
        ExportsModule,
        ErasureModule,
        AttentionModule,
        AvatarsModule,
        ImagesModule,
        BlocksModule,
        BoardsModule,
        AlbumTagsModule,
        WaitlistModule,
        SearchModule,
        ServersModule,
        ServerAuditModule,
        BansModule,
        MembersModule,
        InvitesModule,
        ChannelsModule,
        MessagesModule,
        ReportsModule,
        CasesModule,
        ThreadsModule,
        TypingModule,
        PresenceModule,
        ReadMarksModule,
        ConstellationModule,
        ActivityModule,
        HealthModule,
        DocsModule,
        InboxModule,
        MailModule,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: ContractPipe },
        RequestAdmission,
      ],
    };
  }
}
