import { CONFIG, type Config, createPublicAgent } from '@oniverse/platform';
import type { DomainJobs } from '../shared/index.js';
import { AnonymiseAuthorRemovals } from './anonymise-author-removals.js';
import { DeleteDisappearingMessages } from './delete-disappearing-messages.js';
import { DropExpiredMessages } from './drop-expired-messages.js';
import { hostsOf } from './link-previews/fetchable-address.js';
import { HostLocks } from './link-previews/host-locks.js';
import { LinkFetches } from './link-previews/link-fetches.js';
import { LinkPreviewsRepository } from './link-previews/link-previews.repository.js';
import { LinkPreviewsService } from './link-previews/link-previews.service.js';
import { PageFetcher } from './link-previews/page-fetcher.js';
import { PreviewLinks } from './link-previews/preview-links.js';
import { INTERNET } from './link-previews/public-network.js';
import { PurgeLinkPreviews } from './link-previews/purge-link-previews.js';
import { EndAbsences } from './games/end-absences.js';
import { EndTurns } from './games/end-turns.js';
import { GameTimes } from './games/game-times.service.js';
import { BringBackRows } from './notifications/bring-back-rows.js';
import { OpenLeftMessages } from './open-left-messages.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { NotifyLinks } from './notifications/notify-links.js';
import { NotifyMessages } from './notifications/notify-messages.js';
import { Notify } from './notifications/notify.js';
import { PurgeNotifications } from './notifications/purge-notifications.js';
import { PushEntry } from './notifications/push-entry.js';
import { PUSH_AGENT, PushSender } from './notifications/push-sender.js';
import { RefreshLogs } from './notifications/refresh-logs.js';
import { ExportServer } from './server-exports/export-server.js';
import { ExportedMessagesRepository } from './server-exports/exported-messages.repository.js';
import { PurgeServerExports } from './server-exports/purge-server-exports.js';
import { ServerArchive } from './server-exports/server-archive.js';
import { ServerExportsRepository } from './server-exports/server-exports.repository.js';
import { ServerExportsService } from './server-exports/server-exports.service.js';
import { RadioTracksRepository } from './radios/radio-tracks.repository.js';
import { ReadTrack } from './radios/read-track.js';
import { PurgeApplications } from './purge-applications.js';
import { PurgeDetachedChannels } from './purge-detached-channels.js';
import { PurgeHeldMessages } from './purge-held-messages.js';
import { PurgeInvites } from './purge-invites.js';
import { PurgeMessageVersions } from './purge-message-versions.js';
import { PurgeServerAudit } from './purge-server-audit.js';
import { PurgeSlowModeMarks } from './purge-slow-mode-marks.js';
import { PurgeTimeOuts } from './purge-time-outs.js';
import { RepairChannelHeads } from './repair-channel-heads.js';
import { RepairMemberCounts } from './repair-member-counts.js';

export const TALK_JOBS: DomainJobs = {
  jobs: [
    RepairChannelHeads,
    DeleteDisappearingMessages,
    DropExpiredMessages,
    PurgeDetachedChannels,
    OpenLeftMessages,
    EndTurns,
    EndAbsences,
    PurgeInvites,
    AnonymiseAuthorRemovals,
    Notify,
    NotifyLinks,
    NotifyMessages,
    BringBackRows,
    PurgeNotifications,
    PushEntry,
    RefreshLogs,
    PurgeMessageVersions,
    PurgeServerAudit,
    PurgeSlowModeMarks,
    PurgeTimeOuts,
    PurgeHeldMessages,
    PurgeApplications,
    RepairMemberCounts,
    PreviewLinks,
    PurgeLinkPreviews,
    ExportServer,
    PurgeServerExports,
    ReadTrack,
  ],
  parts: [
    GameTimes,
    NotificationsRepository,
    NotificationsService,
    PushSender,
    ServerExportsRepository,
    ServerExportsService,
    ExportedMessagesRepository,
    ServerArchive,
    RadioTracksRepository,
    { provide: PUSH_AGENT, useFactory: createPublicAgent },
    HostLocks,
    LinkFetches,
    LinkPreviewsRepository,
    LinkPreviewsService,
    {
      provide: PageFetcher,
      inject: [HostLocks, CONFIG],
      useFactory: (locks: HostLocks, { publicOrigins }: Config) =>
        new PageFetcher(INTERNET, locks, hostsOf(publicOrigins)),
    },
  ],
};
export {
  ENTRY_COLUMNS,
  ENTRY_TABLES,
  entryPath,
  entryPlace,
  type EntryRow,
  entryTitle,
} from './notifications/entry-texts.js';
