import { Foundation1795206000000 } from './migrations/1795206000000-foundation.js';
import { OwnThings1795206000002 } from './migrations/1795206000002-own-things.js';
import { ReadMarks1795206000003 } from './migrations/1795206000003-read-marks.js';
import { Strengths1795206000004 } from './migrations/1795206000004-strengths.js';
import { Renditions1795206000005 } from './migrations/1795206000005-renditions.js';
import { WeakestLinks1795206000006 } from './migrations/1795206000006-weakest-links.js';
import { Invites1795206000008 } from './migrations/1795206000008-invites.js';
import { Tombstones1795206000009 } from './migrations/1795206000009-tombstones.js';
import { ExportAddresses1795206000010 } from './migrations/1795206000010-export-addresses.js';
import { BatchesOfChannels1795206000020 } from './migrations/1795206000020-batches-of-channels.js';
import { TrueStrengths1795206000030 } from './migrations/1795206000030-true-strengths.js';
import { FewerLinkIndexes1795206000031 } from './migrations/1795206000031-fewer-link-indexes.js';
import { ManySubjects1795206000032 } from './migrations/1795206000032-many-subjects.js';
import { EndsOfLinks1795206000033 } from './migrations/1795206000033-ends-of-links.js';
import { PlainSubjects1795206000034 } from './migrations/1795206000034-plain-subjects.js';
import { KeptLinks1795206000035 } from './migrations/1795206000035-kept-links.js';
import { Bans1795206000040 } from './migrations/1795206000040-bans.js';
import { ListedInvites1795206000041 } from './migrations/1795206000041-listed-invites.js';
import { PublicServers1795206000042 } from './migrations/1795206000042-public-servers.js';
import { AuthorRemovals1795206000045 } from './migrations/1795206000045-author-removals.js';
import { MemberUsage1795206000046 } from './migrations/1795206000046-member-usage.js';
import { ProvenClaims1795206000050 } from './migrations/1795206000050-proven-claims.js';
import { SpentUploads1795206000055 } from './migrations/1795206000055-spent-uploads.js';
import { PlainFunctionNames1795206000060 } from './migrations/1795206000060-plain-function-names.js';
import { VisibleToVisitors1795206000070 } from './migrations/1795206000070-visible-to-visitors.js';
import { RepliesAndRipples1795206000071 } from './migrations/1795206000071-replies-and-ripples.js';
import { Notifications1795206000073 } from './migrations/1795206000073-notifications.js';
import { FeedsAndProfileLinks1795206000081 } from './migrations/1795206000081-feeds-and-profile-links.js';
import { ShownSnapshots1795206000085 } from './migrations/1795206000085-shown-snapshots.js';
import { LinkHistory1795206000086 } from './migrations/1795206000086-link-history.js';
import { Bookmarks1795206000076 } from './migrations/1795206000076-bookmarks.js';
import { SearchIndexes1795206000079 } from './migrations/1795206000079-search-indexes.js';
import { PostSearchIndexes1795206000080 } from './migrations/1795206000080-post-search-indexes.js';
import { VisitsAndSuggestions1795206000077 } from './migrations/1795206000077-visits-and-suggestions.js';
import { TaggedItems1795206000075 } from './migrations/1795206000075-tagged-items.js';
import { KeptOnBoards1795206000095 } from './migrations/1795206000095-kept-on-boards.js';
import { Accounts1795206000100 } from './migrations/1795206000100-accounts.js';
import { EmailChanges1795206000105 } from './migrations/1795206000105-email-changes.js';
import { MentionCounts1795206000110 } from './migrations/1795206000110-mention-counts.js';
import { LinkWeeks1795206000111 } from './migrations/1795206000111-link-weeks.js';
import { Factors1795206000112 } from './migrations/1795206000112-factors.js';
import { Digests1795206000113 } from './migrations/1795206000113-digests.js';
import { CleanTexts1795300400010 } from './migrations/1795300400010-clean-texts.js';
import { PostWords1795300400011 } from './migrations/1795300400011-post-words.js';
import { Blocks1795300600010 } from './migrations/1795300600010-blocks.js';
import { Reports1795300600011 } from './migrations/1795300600011-reports.js';
import { ServerAudit1795300600012 } from './migrations/1795300600012-server-audit.js';
import { DeriveTags1795300700010 } from './migrations/1795300700010-derive-tags.js';
import { FormerUsernames1795300700011 } from './migrations/1795300700011-former-usernames.js';
import { SearchTerms1795300700012 } from './migrations/1795300700012-search-terms.js';
import { IndexesOfNames1795300700013 } from './migrations/1795300700013-indexes-of-names.js';
import { IndexesOfTerms1795300700014 } from './migrations/1795300700014-indexes-of-terms.js';
import { FirstSteps1795300700015 } from './migrations/1795300700015-first-steps.js';
import { ProfileSearch1795300700016 } from './migrations/1795300700016-profile-search.js';
import { MessageReplies1795300800010 } from './migrations/1795300800010-message-replies.js';
import { Attention1795300800040 } from './migrations/1795300800040-attention.js';
import { ReportSnapshots1795400200010 } from './migrations/1795400200010-report-snapshots.js';
import { DeriveTagsWithJoiners1795400700010 } from './migrations/1795400700010-derive-tags-with-joiners.js';
import { NamesOnOneLine1795400700011 } from './migrations/1795400700011-names-on-one-line.js';
import { HoldFormerUsernames1795400710010 } from './migrations/1795400710010-hold-former-usernames.js';
import { LogRefreshes1795400800010 } from './migrations/1795400800010-log-refreshes.js';
import { AnswersInDrafts1795400800100 } from './migrations/1795400800100-answers-in-drafts.js';
import { ChallengeDevices1795400800500 } from './migrations/1795400800500-challenge-devices.js';
import { PushKinds1795400801010 } from './migrations/1795400801010-push-kinds.js';
import { TimeOuts1795500200010 } from './migrations/1795500200010-time-outs.js';
import { ChannelLimits1795500400010 } from './migrations/1795500400010-channel-limits.js';
import { ChannelOrder1795500400020 } from './migrations/1795500400020-channel-order.js';
import { Pins1795500500010 } from './migrations/1795500500010-pins.js';
import { Groups1795500600010 } from './migrations/1795500600010-groups.js';
import { Filters1795500700010 } from './migrations/1795500700010-filters.js';
import { PrivateChannels1795500800010 } from './migrations/1795500800010-private-channels.js';
import { GroupMentions1795501000010 } from './migrations/1795501000010-group-mentions.js';
import { Applications1795500900010 } from './migrations/1795500900010-applications.js';
import { ObjectPasses1795600500010 } from './migrations/1795600500010-object-passes.js';
import { PutAwayRows1795600650010 } from './migrations/1795600650010-put-away-rows.js';
import { Conversations1795700200010 } from './migrations/1795700200010-conversations.js';
import { MessageSearch1795700400010 } from './migrations/1795700400010-message-search.js';
import { ConversationThreads1795700500010 } from './migrations/1795700500010-conversation-threads.js';
import { BookmarkNotes1795700600010 } from './migrations/1795700600010-bookmark-notes.js';
import { MessageVersions1795700700010 } from './migrations/1795700700010-message-versions.js';
import { ScheduledMessages1795700800001 } from './migrations/1795700800001-scheduled-messages.js';
import { MessageRetention1795700900001 } from './migrations/1795700900001-message-retention.js';
import { ServerExports1795701000001 } from './migrations/1795701000001-server-exports.js';
import { Incidents1795701700010 } from './migrations/1795701700010-incidents.js';
import { PlatformStaff1795701200010 } from './migrations/1795701200010-platform-staff.js';
import { Measures1795701300001 } from './migrations/1795701300001-measures.js';
import { StaffCases1795701400010 } from './migrations/1795701400010-staff-cases.js';
import { Spam1795701600001 } from './migrations/1795701600001-spam.js';
import { ConsoleSections1795701500001 } from './migrations/1795701500001-console-sections.js';
import { RoomsByTime1795702000001 } from './migrations/1795702000001-rooms-by-time.js';
import { Radios1795803000001 } from './migrations/1795803000001-radios.js';
import { Games1795900000001 } from './migrations/1795900000001-games.js';
import { GamePositions1796000000001 } from './migrations/1796000000001-game-positions.js';
import { Maintenance1796200000001 } from './migrations/1796200000001-maintenance.js';
import { OutboxRequests1796300000001 } from './migrations/1796300000001-outbox-requests.js';
import { Operations1796400000001 } from './migrations/1796400000001-operations.js';
import { DetachedChannels1796500000001 } from './migrations/1796500000001-detached-channels.js';
import { Attachments1795600100010 } from './migrations/1795600100010-attachments.js';
import { UploadParts1795600300010 } from './migrations/1795600300010-upload-parts.js';
import { ChannelFiles1795600400010 } from './migrations/1795600400010-channel-files.js';
import { StaffIndex1795501100010 } from './migrations/1795501100010-staff-index.js';
import { LinkPreviews1795600200010 } from './migrations/1795600200010-link-previews.js';
import { MessageReactions1795300800020 } from './migrations/1795300800020-message-reactions.js';
import { Threads1795300800030 } from './migrations/1795300800030-threads.js';
import { OpsAudit1796100000001 } from './migrations/1796100000001-ops-audit.js';

export const MIGRATIONS = [
  Foundation1795206000000,
  OwnThings1795206000002,
  ReadMarks1795206000003,
  Strengths1795206000004,
  Renditions1795206000005,
  WeakestLinks1795206000006,
  Invites1795206000008,
  Tombstones1795206000009,
  ExportAddresses1795206000010,
  BatchesOfChannels1795206000020,
  TrueStrengths1795206000030,
  FewerLinkIndexes1795206000031,
  ManySubjects1795206000032,
  EndsOfLinks1795206000033,
  PlainSubjects1795206000034,
  KeptLinks1795206000035,
  Bans1795206000040,
  ListedInvites1795206000041,
  PublicServers1795206000042,
  AuthorRemovals1795206000045,
  MemberUsage1795206000046,
  ProvenClaims1795206000050,
  SpentUploads1795206000055,
  PlainFunctionNames1795206000060,
  VisibleToVisitors1795206000070,
  RepliesAndRipples1795206000071,
  Notifications1795206000073,
  SearchIndexes1795206000079,
  PostSearchIndexes1795206000080,
  FeedsAndProfileLinks1795206000081,
  ShownSnapshots1795206000085,
  LinkHistory1795206000086,
  Bookmarks1795206000076,
  VisitsAndSuggestions1795206000077,
  TaggedItems1795206000075,
  KeptOnBoards1795206000095,
  Accounts1795206000100,
  EmailChanges1795206000105,
  MentionCounts1795206000110,
  LinkWeeks1795206000111,
  Factors1795206000112,
  Digests1795206000113,
  CleanTexts1795300400010,
  PostWords1795300400011,
  Blocks1795300600010,
  Reports1795300600011,
  ServerAudit1795300600012,
  DeriveTags1795300700010,
  FormerUsernames1795300700011,
  SearchTerms1795300700012,
  IndexesOfNames1795300700013,
  IndexesOfTerms1795300700014,
  FirstSteps1795300700015,
  ProfileSearch1795300700016,
  MessageReplies1795300800010,
  MessageReactions1795300800020,
  Threads1795300800030,
  Attention1795300800040,
  ReportSnapshots1795400200010,
  DeriveTagsWithJoiners1795400700010,
  NamesOnOneLine1795400700011,
  HoldFormerUsernames1795400710010,
  LogRefreshes1795400800010,
  AnswersInDrafts1795400800100,
  ChallengeDevices1795400800500,
  PushKinds1795400801010,
  TimeOuts1795500200010,
  ChannelLimits1795500400010,
  ChannelOrder1795500400020,
  Pins1795500500010,
  Groups1795500600010,
  Filters1795500700010,
  PrivateChannels1795500800010,
  Applications1795500900010,
  GroupMentions1795501000010,
  StaffIndex1795501100010,
  Attachments1795600100010,
  LinkPreviews1795600200010,
  UploadParts1795600300010,
  ChannelFiles1795600400010,
  ObjectPasses1795600500010,
  PutAwayRows1795600650010,
  Conversations1795700200010,
  MessageSearch1795700400010,
  ConversationThreads1795700500010,
  BookmarkNotes1795700600010,
  MessageVersions1795700700010,
  ScheduledMessages1795700800001,
  MessageRetention1795700900001,
  ServerExports1795701000001,
  PlatformStaff1795701200010,
  Incidents1795701700010,
  Measures1795701300001,
  StaffCases1795701400010,
  Spam1795701600001,
  ConsoleSections1795701500001,
  RoomsByTime1795702000001,
  Radios1795803000001,
  Games1795900000001,
  GamePositions1796000000001,
  OpsAudit1796100000001,
  Maintenance1796200000001,
  OutboxRequests1796300000001,
  Operations1796400000001,
  DetachedChannels1796500000001,
];
