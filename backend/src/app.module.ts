import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '@oniverse/data';
import type { Config, Logger } from '@oniverse/platform';
import { ContractPipe, BackendPlatformModule, ProblemFilter } from '@oniverse/platform/backend';
import { AccountActivityModule } from './account-activity/account-activity.module.js';
import { AccountLinksModule } from './account-links/account-links.module.js';
import { AccountSecurityModule } from './account-security/account-security.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { ActivityModule } from './activity/activity.module.js';
import { AlbumTagsModule } from './album-tags/album-tags.module.js';
import { AttentionModule } from './attention/attention.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { BansModule } from './bans/bans.module.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { BoardsModule } from './boards/boards.module.js';
import { BookmarksModule } from './bookmarks/bookmarks.module.js';
import { CapsulesModule } from './capsules/capsules.module.js';
import { CasesModule } from './cases/cases.module.js';
import { ChannelsModule } from './channels/channels.module.js';
import { ConstellationModule } from './constellation/constellation.module.js';
import { DocsModule } from './docs/docs.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { EmailsModule } from './emails/emails.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { FactorsModule } from './factors/factors.module.js';
import { FeedsModule } from './feeds/feeds.module.js';
import { HealthModule } from './health/health.module.js';
import { HomeModule } from './home/home.module.js';
import { ImagesModule } from './images/images.module.js';
import { InboxModule } from './inbox/inbox.module.js';
import { InvitesModule } from './invites/invites.module.js';
import { RequestAdmission } from './limits/request-admission.js';
import { LinkDetailsModule } from './link-details/link-details.module.js';
import { MailModule } from './mail/mail.module.js';
import { MembersModule } from './members/members.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { ObjectsModule } from './objects/objects.module.js';
import { PresenceModule } from './presence/presence.module.js';
import { PasswordResetsModule } from './password-resets/password-resets.module.js';
import { PagesModule } from './pages/pages.module.js';
import { PostsModule } from './posts/posts.module.js';
import { ProfileArchivesModule } from './profile-archives/profile-archives.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { ReadMarksModule } from './read-marks/read-marks.module.js';
import { ReauthenticationModule } from './reauthentication/reauthentication.module.js';
import { RepliesModule } from './replies/replies.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RipplesModule } from './ripples/ripples.module.js';
import { SearchModule } from './search/search.module.js';
import { ServerAuditModule } from './server-audit/server-audit.module.js';
import { ServersModule } from './servers/servers.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInsModule } from './sign-ins/sign-ins.module.js';
import { SuggestionsModule } from './suggestions/suggestions.module.js';
import { TagsModule } from './tags/tags.module.js';
import { ThreadsModule } from './threads/threads.module.js';
import { TypingModule } from './typing/typing.module.js';
import { WaitlistModule } from './waitlist/waitlist.module.js';

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
