import { Module } from '@nestjs/common';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationsRepository } from './applications/applications.repository.js';
import { ApplicationsService } from './applications/applications.service.js';
import { AttentionController } from './attention/attention.controller.js';
import { AttentionRepository } from './attention/attention.repository.js';
import { AttentionService } from './attention/attention.service.js';
import { BansController } from './bans/bans.controller.js';
import { BansRepository } from './bans/bans.repository.js';
import { BansService } from './bans/bans.service.js';
import { ChannelOrderController } from './channels/channel-order.controller.js';
import { ChannelOrderRepository } from './channels/channel-order.repository.js';
import { ChannelOrderService } from './channels/channel-order.service.js';
import { ChannelsController, ServerChannelsController } from './channels/channels.controller.js';
import { ChannelsRepository } from './channels/channels.repository.js';
import { ChannelsService } from './channels/channels.service.js';
import { PrivateChannelsController } from './channels/private-channels.controller.js';
import { PrivateChannelsRepository } from './channels/private-channels.repository.js';
import { PrivateChannelsService } from './channels/private-channels.service.js';
import { ConversationsController } from './conversations/conversations.controller.js';
import { ConversationsRepository } from './conversations/conversations.repository.js';
import { ConversationsService } from './conversations/conversations.service.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { DraftsRepository } from './drafts/drafts.repository.js';
import { DraftsService } from './drafts/drafts.service.js';
import { FilterBudget } from './filters/filter-budget.js';
import { FilterSets } from './filters/filter-sets.js';
import { FiltersController, HeldMessagesController } from './filters/filters.controller.js';
import { FiltersRepository } from './filters/filters.repository.js';
import { FiltersService } from './filters/filters.service.js';
import { HeldMessagesRepository } from './filters/held-messages.repository.js';
import { HeldMessagesService } from './filters/held-messages.service.js';
import { MessageFilters } from './filters/message-filters.js';
import { AwakeRepository } from './games/awake.repository.js';
import { AwakeService } from './games/awake.service.js';
import { GamesController } from './games/games.controller.js';
import { GamesGateway } from './games/games.gateway.js';
import { GamesRepository } from './games/games.repository.js';
import { GamesService } from './games/games.service.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsRepository } from './groups/groups.repository.js';
import { GroupsService } from './groups/groups.service.js';
import { InviteHeads } from './invites/invite-heads.js';
import { InvitesController } from './invites/invites.controller.js';
import { InvitesRepository } from './invites/invites.repository.js';
import { InvitesService } from './invites/invites.service.js';
import { LinkPreviewsController } from './link-previews/link-previews.controller.js';
import { LinkPreviewsService } from './link-previews/link-previews.service.js';
import { MembersController } from './members/members.controller.js';
import { MembersRepository } from './members/members.repository.js';
import { MembersService } from './members/members.service.js';
import { AuthorRemovalsRepository } from './messages/author-removals.repository.js';
import { AuthorRemovals } from './messages/author-removals.service.js';
import { ChannelActivity } from './messages/channel-activity.js';
import { ChannelFilesRepository } from './messages/channel-files.repository.js';
import { ChannelFilesService } from './messages/channel-files.service.js';
import { ChannelFeed } from './messages/channel-feed.js';
import { ChannelWriter } from './messages/channel-writer.js';
import { Mentions } from './messages/mentions.js';
import { MessageChangesRepository } from './messages/message-changes.repository.js';
import { MessageChangesService } from './messages/message-changes.service.js';
import { MessageLinksRepository } from './messages/message-links.repository.js';
import { MessageLinksService } from './messages/message-links.service.js';
import { MessagePinsRepository } from './messages/message-pins.repository.js';
import { MessagePinsService } from './messages/message-pins.service.js';
import { MessageReactionsRepository } from './messages/message-reactions.repository.js';
import { MessageReactionsService } from './messages/message-reactions.service.js';
import { HeldReleasesService } from './messages/held-releases.service.js';
import {
  ChannelFilesController,
  HeldReleasesController,
  MessageChangesController,
  MessagePinsController,
  MessageReactionsController,
  MessagesController,
} from './messages/messages.controller.js';
import { MessagesGateway } from './messages/messages.gateway.js';
import { MessagesRepository } from './messages/messages.repository.js';
import { MessagesService } from './messages/messages.service.js';
import { OwnReactions } from './messages/own-reactions.js';
import { ResumePages } from './messages/resume-pages.js';
import { ThreadSummaries } from './messages/thread-summaries.js';
import { ThreadSummariesRepository } from './messages/thread-summaries.repository.js';
import { NotificationSettingsRepository } from './notifications/notification-settings.repository.js';
import { NotificationSettingsService } from './notifications/notification-settings.service.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { PresenceRegistry } from './presence/presence-registry.js';
import { PresenceGateway } from './presence/presence.gateway.js';
import { PresenceRepository } from './presence/presence.repository.js';
import { PresenceService } from './presence/presence.service.js';
import { RadioAudiences } from './radios/radio-audiences.js';
import { RadiosController } from './radios/radios.controller.js';
import { RadiosRepository } from './radios/radios.repository.js';
import { RadiosService } from './radios/radios.service.js';
import { ReadMarksController } from './read-marks/read-marks.controller.js';
import { ReadMarksRepository } from './read-marks/read-marks.repository.js';
import { ReadMarksService } from './read-marks/read-marks.service.js';
import { ScheduledMessagesController } from './scheduled-messages/scheduled-messages.controller.js';
import { ScheduledMessagesRepository } from './scheduled-messages/scheduled-messages.repository.js';
import { ScheduledMessagesService } from './scheduled-messages/scheduled-messages.service.js';
import { ScheduledSender } from './scheduled-messages/scheduled-sender.js';
import { ServerAuditController } from './server-audit/server-audit.controller.js';
import { ServerAuditRepository } from './server-audit/server-audit.repository.js';
import { ServerAuditService } from './server-audit/server-audit.service.js';
import { MemberRooms } from './servers/member-rooms.js';
import { Memberships } from './servers/memberships.js';
import { PublicServers } from './servers/public-servers.service.js';
import { ServerPublisher } from './servers/server-publisher.js';
import {
  ServerArchivesController,
  ServerExportsController,
} from './server-exports/server-exports.controller.js';
import { ServerExportsRepository } from './server-exports/server-exports.repository.js';
import { ServerExportsService } from './server-exports/server-exports.service.js';
import { ServersController } from './servers/servers.controller.js';
import { ServersGateway } from './servers/servers.gateway.js';
import { ServersRepository } from './servers/servers.repository.js';
import { ServersService } from './servers/servers.service.js';
import { ThreadsController } from './threads/threads.controller.js';
import { ThreadsRepository } from './threads/threads.repository.js';
import { ThreadsService } from './threads/threads.service.js';
import { TimeOutsController } from './time-outs/time-outs.controller.js';
import { TimeOutsRepository } from './time-outs/time-outs.repository.js';
import { TimeOutsService } from './time-outs/time-outs.service.js';
import { TypingGateway } from './typing/typing.gateway.js';
import { TypingService } from './typing/typing.service.js';
import { SharedModule } from '../shared/index.js';
import { AccountModule } from '../account/index.js';

/** Dimensions, their channels and everything said there. */
@Module({
  imports: [SharedModule, AccountModule],
  controllers: [
    ApplicationsController,
    AttentionController,
    BansController,
    ChannelsController,
    ServerChannelsController,
    ChannelOrderController,
    PrivateChannelsController,
    ConversationsController,
    DraftsController,
    FiltersController,
    HeldMessagesController,
    HeldReleasesController,
    GamesController,
    GroupsController,
    InvitesController,
    LinkPreviewsController,
    MembersController,
    MessagesController,
    MessageChangesController,
    MessagePinsController,
    RadiosController,
    ChannelFilesController,
    MessageReactionsController,
    NotificationsController,
    ReadMarksController,
    ScheduledMessagesController,
    ServerAuditController,
    ServerExportsController,
    ServerArchivesController,
    ServersController,
    ThreadsController,
    TimeOutsController,
  ],
  providers: [
    ApplicationsService,
    ApplicationsRepository,
    AttentionService,
    AttentionRepository,
    BansService,
    BansRepository,
    ChannelsService,
    ChannelsRepository,
    ChannelOrderService,
    ConversationsService,
    ConversationsRepository,
    PrivateChannelsService,
    ChannelOrderRepository,
    PrivateChannelsRepository,
    DraftsService,
    DraftsRepository,
    FiltersService,
    FiltersRepository,
    FilterBudget,
    FilterSets,
    HeldMessagesService,
    HeldReleasesService,
    HeldMessagesRepository,
    MessageFilters,
    GroupsService,
    AwakeRepository,
    AwakeService,
    GamesGateway,
    GamesRepository,
    GamesService,
    GroupsRepository,
    InvitesService,
    InvitesRepository,
    InviteHeads,
    LinkPreviewsService,
    MembersService,
    MembersRepository,
    MessagesService,
    MessagesRepository,
    MessageChangesService,
    MessageChangesRepository,
    MessageLinksService,
    MessageLinksRepository,
    MessagePinsService,
    RadioAudiences,
    RadiosRepository,
    RadiosService,
    MessagePinsRepository,
    ChannelFilesService,
    ChannelFilesRepository,
    MessageReactionsService,
    MessageReactionsRepository,
    OwnReactions,
    AuthorRemovals,
    AuthorRemovalsRepository,
    Mentions,
    ChannelWriter,
    ChannelActivity,
    ChannelFeed,
    ResumePages,
    ThreadSummaries,
    ThreadSummariesRepository,
    MessagesGateway,
    NotificationsService,
    NotificationsRepository,
    NotificationSettingsService,
    NotificationSettingsRepository,
    PresenceService,
    PresenceRegistry,
    PresenceRepository,
    PresenceGateway,
    ReadMarksService,
    ReadMarksRepository,
    ScheduledMessagesService,
    ScheduledMessagesRepository,
    ScheduledSender,
    ServerAuditService,
    ServerAuditRepository,
    ServerExportsService,
    ServerExportsRepository,
    PublicServers,
    ServersService,
    ServersRepository,
    ServerPublisher,
    Memberships,
    MemberRooms,
    ServersGateway,
    ThreadsService,
    ThreadsRepository,
    TimeOutsService,
    TimeOutsRepository,
    TypingService,
    TypingGateway,
  ],
  exports: [
    ApplicationsService,
    HeldMessagesService,
    HeldReleasesService,
    InviteHeads,
    MembersService,
    AuthorRemovals,
    MessageChangesService,
    NotificationsService,
    PresenceService,
    RadiosService,
    ReadMarksService,
    ServerAuditService,
    PublicServers,
    ServerPublisher,
    ServersService,
  ],
})
export class TalkModule {}
