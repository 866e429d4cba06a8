export { DatabaseClient } from './database-client.js';
export {
  assertWritable,
  createDataSource,
  createMigrationSource,
  dataSourceOptions,
  ENTITIES,
  poolOf,
} from './data-source.js';
export { attentionOf, attentiveMembers, NOTIFICATION_WANTED } from './attention.js';
export { BY_JOINING, fromOtherMembers } from './conversation-members.js';
export { nextDigest } from './digest-times.js';
export { createAccountLink, hashLinkToken, type NewAccountLink } from './account-links.js';
export { AccountActivity } from './entities/account-activity.entity.js';
export { AccountToken } from './entities/account-token.entity.js';
export { AuthChallenge, CHALLENGE_KINDS, type ChallengeKind } from './entities/auth-challenge.entity.js';
export { AuthorRemoval } from './entities/author-removal.entity.js';
export { Block } from './entities/block.entity.js';
export { Board } from './entities/board.entity.js';
export { Bookmark } from './entities/bookmark.entity.js';
export { Capsule } from './entities/capsule.entity.js';
export { Case, resultOf } from './entities/case.entity.js';
export { CaseFile } from './entities/case-file.entity.js';
export { ChannelAttention } from './entities/channel-attention.entity.js';
export { ChannelRead } from './entities/channel-read.entity.js';
export { Channel } from './entities/channel.entity.js';
export { Connection } from './entities/connection.entity.js';
export { ConstellationNode } from './entities/constellation-node.entity.js';
export { ConversationMember } from './entities/conversation-member.entity.js';
export { Conversation } from './entities/conversation.entity.js';
export { DisappearingMessage } from './entities/disappearing-message.entity.js';
export { Draft } from './entities/draft.entity.js';
export { EmailChange } from './entities/email-change.entity.js';
export { ExportAddress } from './entities/export-address.entity.js';
export { FormerUsername } from './entities/former-username.entity.js';
export { Image, IMAGE_COLUMNS, type ImageRow, imageView } from './entities/image.entity.js';
export { LinkPreview, type LinkPreviewState } from './entities/link-preview.entity.js';
export { MessageLink } from './entities/message-link.entity.js';
export { MessageVersion } from './entities/message-version.entity.js';
export { LinkHistory } from './entities/link-history.entity.js';
export { LinkWeeks } from './entities/link-weeks.entity.js';
export { LinkSnapshot } from './entities/link-snapshot.entity.js';
export { Invite } from './entities/invite.entity.js';
export { MemberUsage } from './entities/member-usage.entity.js';
export { Measure } from './entities/measure.entity.js';
export { NewText } from './entities/new-text.entity.js';
export { ProofKey } from './entities/proof-key.entity.js';
export { RemovedText, type RemovedRows } from './entities/removed-text.entity.js';
export { SpamWave } from './entities/spam-wave.entity.js';
export { UsedProof } from './entities/used-proof.entity.js';
export { Mention } from './entities/mention.entity.js';
export { Incident } from './entities/incident.entity.js';
export { IncidentNote } from './entities/incident-note.entity.js';
export { IndexedChannel } from './entities/indexed-channel.entity.js';
export { MessageTerms } from './entities/message-terms.entity.js';
export { MessageReaction } from './entities/message-reaction.entity.js';
export { Message } from './entities/message.entity.js';
export { Mute } from './entities/mute.entity.js';
export { NotificationSettings } from './entities/notification-settings.entity.js';
export { Notification } from './entities/notification.entity.js';
export { OpenPlayer } from './entities/open-player.entity.js';
export { OPERATIONS, type OperationName } from './entities/operation.entity.js';
export { OPS_OUTCOMES, OpsAuditEntry, type OpsOutcome } from './entities/ops-audit-entry.entity.js';
export { OUTBOX_TOPICS, OutboxRow, type OutboxTopic } from './entities/outbox-row.entity.js';
export { ObjectPass } from './entities/object-pass.entity.js';
export { Passkey } from './entities/passkey.entity.js';
export { Pin } from './entities/pin.entity.js';
export { PostReply } from './entities/post-reply.entity.js';
export { Post } from './entities/post.entity.js';
export { ProfileArchive } from './entities/profile-archive.entity.js';
export { Radio } from './entities/radio.entity.js';
export { RadioTrack } from './entities/radio-track.entity.js';
export { RecoveryCode } from './entities/recovery-code.entity.js';
export { Report } from './entities/report.entity.js';
export { Ripple } from './entities/ripple.entity.js';
export { PushSubscription } from './entities/push-subscription.entity.js';
export { ScheduledMessage } from './entities/scheduled-message.entity.js';
export { ServerAttention } from './entities/server-attention.entity.js';
export { ServerAuditEntry } from './entities/server-audit-entry.entity.js';
export { newArchiveKey, ServerExport, serverExportColumns } from './entities/server-export.entity.js';
export { ServerFilters } from './entities/server-filters.entity.js';
export { Application } from './entities/application.entity.js';
export { UploadPart } from './entities/upload-part.entity.js';
export {
  Attachment,
  ATTACHMENT_OWNERS,
  type AttachmentOwner,
  attachmentsOf,
} from './entities/attachment.entity.js';
export { HeldMessage } from './entities/held-message.entity.js';
export { ServerMember } from './entities/server-member.entity.js';
export { ServerRemoval } from './entities/server-removal.entity.js';
export { ChannelCategory } from './entities/channel-category.entity.js';
export { ChannelGrant } from './entities/channel-grant.entity.js';
export {
  appendGameEvent,
  type LockedGame,
  lockGame,
  postponeDeadline,
  readGame,
  startLockedGame,
  type StoredGameEvents,
} from './game-log.js';
export { GamePlayer } from './entities/game-player.entity.js';
export { Game } from './entities/game.entity.js';
export { GroupMember } from './entities/group-member.entity.js';
export { MemberGroup } from './entities/member-group.entity.js';
export { SlowModeMark } from './entities/slow-mode-mark.entity.js';
export { TimeOut } from './entities/time-out.entity.js';
export { Announcement } from './entities/announcement.entity.js';
export { MaintenancePeriod } from './entities/maintenance-period.entity.js';
export { RegistrationInvite } from './entities/registration-invite.entity.js';
export { Server } from './entities/server.entity.js';
export { SiteSettingRow } from './entities/site-setting.entity.js';
export { Session } from './entities/session.entity.js';
export { StaffAuditEntry } from './entities/staff-audit-entry.entity.js';
export {
  newObjectPath,
  type ObjectState,
  recordRemovedBytes,
  StoredObject,
  storeKeyOf,
} from './entities/stored-object.entity.js';
export { StaleThread } from './entities/stale-thread.entity.js';
export { Suggestion } from './entities/suggestion.entity.js';
export { Tag } from './entities/tag.entity.js';
export { TaggedItem } from './entities/tagged-item.entity.js';
export { ThreadFollow } from './entities/thread-follow.entity.js';
export { TotpFactor } from './entities/totp-factor.entity.js';
export { User } from './entities/user.entity.js';
export { UserTag } from './entities/user-tag.entity.js';
export { Visit } from './entities/visit.entity.js';
export { WaitlistEntry } from './entities/waitlist-entry.entity.js';
export { dayBit, HUB_TAG, LINKS_KEPT, LINKS_PER_MONTH, visitLinks, withDay } from './link-history.js';
export {
  ageWeeks,
  LINKS_PER_YEAR,
  NEWEST_WEEK,
  packLinkWeeks,
  visitLinkWeeks,
  weeksOfDays,
} from './link-weeks.js';
export { columnsOf, snake } from './naming.js';
export {
  followableBy,
  listedChannelOf,
  hiddenBy,
  listedFor,
  listedForVisitors,
  namedFor,
  nameOfChannel,
  asksQuestions,
  opensToVisitors,
  readableBy,
  serverOfChannel,
  unblocked,
  unmuted,
  VISIBLE,
} from './visibility.js';
export { lockConstellation, lockMember, lockTags, releaseConstellationLocks } from './constellation-locks.js';
export { type MailCause, mailEntry, parseMailCause } from './mail-causes.js';
export {
  isKept,
  isMessageRevisedHint,
  joinExpiry,
  lockChannelOfMessage,
  MESSAGE_REVISED_TOPIC,
  type MessageRevisedHint,
  SOFT_DELETE,
  TOUCH,
  updateWithNextRev,
} from './message-revisions.js';
export { migrate, MigrationError, type MigrateOptions } from './migrate.js';
export { MIGRATE_ROLE, PRODUCT_ROLE } from './role-names.js';
export { formatCause, type NotificationCause, notifyEntry, parseCause } from './notification-causes.js';
export { hasUnread, NOTIFICATION_VISIBLE, READ_IN_CHANNEL } from './notification-visibility.js';
export { DeafListenerError, type OutboxHandlers, OutboxListener } from './outbox-listener.js';
export {
  type OutboxEntry,
  enqueueOutbox,
  enqueueOutboxBatch,
  acknowledgeOutbox,
  acknowledgeOutboxPrepared,
  acknowledgeOutboxBatch,
} from './outbox.js';
export {
  deleteRadioTracks,
  findRadio,
  keepRadioPosition,
  type LockedRadio,
  lockRadio,
  type RadioNow,
  setRadioHours,
  skipRadioTrack,
} from './radios.js';
export {
  CLEANED_TABLES,
  CLEANING_START,
  type CleaningPosition,
  cleanTexts,
  formatCleaningPosition,
  parseCleaningPosition,
} from './clean-texts.js';
export { findContinuedTag } from './continued-tags.js';
export { clientOf, queryPrepared } from './prepared.js';
export { publicTagUses, type TagUses } from './public-tag-uses.js';
export {
  formatRebuildPosition,
  parseRebuildPosition,
  REBUILD_PHASES,
  type RebuildPhase,
  type RebuildPosition,
  startOf,
} from './rebuild-position.js';
export { BEHIND_IN_INDEX, indexMessages } from './index-messages.js';
export { LEAST_ID, pagesById } from './pages-by-id.js';
export { PROFILE_START, START_OF_POST, SEARCHED, type SearchedTerms, TITLE_MARK } from './search-texts.js';
export { insertPublicServer, PLATFORM_ACCOUNT } from './public-servers.js';
export { adjustTagUsage } from './tag-uses.js';
export { BOOKMARK_SUBJECTS, BOOKMARKED_THING, BOOKMARKED_THINGS } from './bookmarked-things.js';
export {
  type NewStaffAuditEntry,
  type NewStaffLook,
  recordStaffAction,
  recordStaffLook,
} from './staff-audit.js';
export {
  beginOpsCommand,
  endOpsCommand,
  listOpsCommands,
  type NewOpsAuditEntry,
  type OpsAuditRow,
} from './ops-audit.js';
export { handledInDimension } from './case-handling.js';
export { closeCase } from './close-case.js';
export { isHiddenByStaff } from './hidden-content.js';
export {
  closeMeasure,
  type EndedMeasure,
  hideProfile,
  isProfileHidden,
  isSuspended,
  suspensionOf,
} from './measures.js';
export { issueRegistrationCode } from './registration-invites.js';
export {
  endMaintenanceNow,
  listPauses,
  MAINTENANCE_RUNS,
  MaintenanceRefusal,
  storeMaintenance,
} from './maintenance.js';
export { LogLevelFollower } from './log-level.js';
export { readSiteSettings, storeSiteSetting } from './site-settings.js';
export { setStaffRole, STAFF_MEMBERS } from './staff-roles.js';
