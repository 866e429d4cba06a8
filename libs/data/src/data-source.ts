import { DataSource, type DataSourceOptions } from 'typeorm';
import { AccountActivity } from './entities/account-activity.entity.js';
import { AccountToken } from './entities/account-token.entity.js';
import { Application } from './entities/application.entity.js';
import { Attachment } from './entities/attachment.entity.js';
import { AuthChallenge } from './entities/auth-challenge.entity.js';
import { AuthorRemoval } from './entities/author-removal.entity.js';
import { Block } from './entities/block.entity.js';
import { Board } from './entities/board.entity.js';
import { Bookmark } from './entities/bookmark.entity.js';
import { Capsule } from './entities/capsule.entity.js';
import { Case } from './entities/case.entity.js';
import { CaseFile } from './entities/case-file.entity.js';
import { ChannelAttention } from './entities/channel-attention.entity.js';
import { ChannelRead } from './entities/channel-read.entity.js';
import { Channel } from './entities/channel.entity.js';
import { Connection } from './entities/connection.entity.js';
import { ConstellationNode } from './entities/constellation-node.entity.js';
import { ConversationMember } from './entities/conversation-member.entity.js';
import { Conversation } from './entities/conversation.entity.js';
import { DisappearingMessage } from './entities/disappearing-message.entity.js';
import { Draft } from './entities/draft.entity.js';
import { EmailChange } from './entities/email-change.entity.js';
import { ExportAddress } from './entities/export-address.entity.js';
import { FormerUsername } from './entities/former-username.entity.js';
import { HeldMessage } from './entities/held-message.entity.js';
import { Image } from './entities/image.entity.js';
import { Incident } from './entities/incident.entity.js';
import { IncidentNote } from './entities/incident-note.entity.js';
import { IndexedChannel } from './entities/indexed-channel.entity.js';
import { Invite } from './entities/invite.entity.js';
import { LinkHistory } from './entities/link-history.entity.js';
import { LinkPreview } from './entities/link-preview.entity.js';
import { LinkWeeks } from './entities/link-weeks.entity.js';
import { LinkSnapshot } from './entities/link-snapshot.entity.js';
import { Measure } from './entities/measure.entity.js';
import { NewText } from './entities/new-text.entity.js';
import { ProofKey } from './entities/proof-key.entity.js';
import { RemovedText } from './entities/removed-text.entity.js';
import { SpamWave } from './entities/spam-wave.entity.js';
import { UsedProof } from './entities/used-proof.entity.js';
import { MemberUsage } from './entities/member-usage.entity.js';
import { Mention } from './entities/mention.entity.js';
import { MessageLink } from './entities/message-link.entity.js';
import { MessageVersion } from './entities/message-version.entity.js';
import { MessageReaction } from './entities/message-reaction.entity.js';
import { MessageTerms } from './entities/message-terms.entity.js';
import { Message } from './entities/message.entity.js';
import { Mute } from './entities/mute.entity.js';
import { NotificationSettings } from './entities/notification-settings.entity.js';
import { Notification } from './entities/notification.entity.js';
import { Operation } from './entities/operation.entity.js';
import { OpenPlayer } from './entities/open-player.entity.js';
import { OpsAuditEntry } from './entities/ops-audit-entry.entity.js';
import { OutboxRow } from './entities/outbox-row.entity.js';
import { ObjectPass } from './entities/object-pass.entity.js';
import { Passkey } from './entities/passkey.entity.js';
import { Pin } from './entities/pin.entity.js';
import { PostReply } from './entities/post-reply.entity.js';
import { Post } from './entities/post.entity.js';
import { ProfileArchive } from './entities/profile-archive.entity.js';
import { Radio } from './entities/radio.entity.js';
import { RadioTrack } from './entities/radio-track.entity.js';
import { RecoveryCode } from './entities/recovery-code.entity.js';
import { Report } from './entities/report.entity.js';
import { Ripple } from './entities/ripple.entity.js';
import { PushSubscription } from './entities/push-subscription.entity.js';
import { ScheduledMessage } from './entities/scheduled-message.entity.js';
import { ServerAttention } from './entities/server-attention.entity.js';
import { ServerAuditEntry } from './entities/server-audit-entry.entity.js';
import { ServerExport } from './entities/server-export.entity.js';
import { ServerFilters } from './entities/server-filters.entity.js';
import { ServerMember } from './entities/server-member.entity.js';
import { ServerRemoval } from './entities/server-removal.entity.js';
import { ChannelCategory } from './entities/channel-category.entity.js';
import { ChannelGrant } from './entities/channel-grant.entity.js';
import { GamePlayer } from './entities/game-player.entity.js';
import { Game } from './entities/game.entity.js';
import { GroupMember } from './entities/group-member.entity.js';
import { MemberGroup } from './entities/member-group.entity.js';
import { SlowModeMark } from './entities/slow-mode-mark.entity.js';
import { TimeOut } from './entities/time-out.entity.js';
import { Server } from './entities/server.entity.js';
import { SiteSettingRow } from './entities/site-setting.entity.js';
import { Announcement } from './entities/announcement.entity.js';
import { MaintenancePeriod } from './entities/maintenance-period.entity.js';
import { RegistrationInvite } from './entities/registration-invite.entity.js';
import { Session } from './entities/session.entity.js';
import { StaffAuditEntry } from './entities/staff-audit-entry.entity.js';
import { StoredObject } from './entities/stored-object.entity.js';
import { StaleThread } from './entities/stale-thread.entity.js';
import { Suggestion } from './entities/suggestion.entity.js';
import { Tag } from './entities/tag.entity.js';
import { TaggedItem } from './entities/tagged-item.entity.js';
import { ThreadFollow } from './entities/thread-follow.entity.js';
import { TotpFactor } from './entities/totp-factor.entity.js';
import { UploadPart } from './entities/upload-part.entity.js';
import { User } from './entities/user.entity.js';
import { UserTag } from './entities/user-tag.entity.js';
import { Visit } from './entities/visit.entity.js';
import { WaitlistEntry } from './entities/waitlist-entry.entity.js';
import { DatabasePool, type DatabaseWork } from './database-client.js';
import { MIGRATIONS } from './migrations.js';
import { SnakeCaseNaming } from './naming.js';

/** Rejects on a standby or a full disk: it writes a commit record, and rows beyond `work_mem` that spill to disk. */
export async function assertWritable(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL work_mem = '64kB'`);
    await manager.query('SELECT pg_current_xact_id(), count(*) FROM generate_series(1, 40000)');
  });
}

export const ENTITIES = [
  AccountActivity,
  AccountToken,
  AuthChallenge,
  AuthorRemoval,
  Block,
  Board,
  Bookmark,
  Capsule,
  Case,
  CaseFile,
  Channel,
  ChannelAttention,
  ChannelRead,
  Connection,
  ConstellationNode,
  Conversation,
  ConversationMember,
  DisappearingMessage,
  Draft,
  EmailChange,
  ExportAddress,
  FormerUsername,
  Image,
  Incident,
  IncidentNote,
  IndexedChannel,
  Invite,
  LinkHistory,
  LinkPreview,
  LinkWeeks,
  LinkSnapshot,
  Measure,
  NewText,
  ProofKey,
  RemovedText,
  SpamWave,
  UsedProof,
  MemberUsage,
  Mention,
  Message,
  MessageLink,
  MessageVersion,
  MessageReaction,
  MessageTerms,
  Mute,
  Notification,
  NotificationSettings,
  OpenPlayer,
  Operation,
  OpsAuditEntry,
  OutboxRow,
  ObjectPass,
  Passkey,
  Post,
  Report,
  Pin,
  PostReply,
  ProfileArchive,
  Radio,
  RadioTrack,
  RecoveryCode,
  Ripple,
  PushSubscription,
  Server,
  ServerAttention,
  ServerAuditEntry,
  ServerExport,
  ServerFilters,
  HeldMessage,
  ScheduledMessage,
  Application,
  Attachment,
  UploadPart,
  ServerMember,
  ServerRemoval,
  ChannelCategory,
  ChannelGrant,
  MemberGroup,
  Game,
  GamePlayer,
  GroupMember,
  SiteSettingRow,
  Announcement,
  MaintenancePeriod,
  RegistrationInvite,
  SlowModeMark,
  TimeOut,
  Session,
  StaffAuditEntry,
  StoredObject,
  StaleThread,
  Suggestion,
  Tag,
  TaggedItem,
  ThreadFollow,
  TotpFactor,
  User,
  UserTag,
  Visit,
  WaitlistEntry,
];

export interface DataSourceBounds {
  poolSize?: number;
  /** The time to wait for a connection: until one is free while all are in use, or a new one is open. */
  connectTimeoutMs?: number;
  /** 0 disables the timeout. */
  queryTimeoutMs?: number;
  /** Whether statements keep their names; false for a pooler that shares sessions between clients. */
  named?: boolean;
  work?: DatabaseWork;
}

/** Bursts of calls, such as sign-ins, wait their turn. A server that refuses connections is noticed at once. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Idle connections to a host that was cut off end within ten seconds more, before a request takes one. */
const KEEP_ALIVE_MS = 5_000;

/** Keeps idle connections open, because a new one has to plan every prepared statement again. */
const IDLE_MS = 600_000;

export function dataSourceOptions(
  url: string,
  {
    poolSize = 10,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    queryTimeoutMs = 10_000,
    named = true,
    work,
  }: DataSourceBounds = {},
): DataSourceOptions {
  return {
    type: 'postgres',
    driver: { Pool: DatabasePool },
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
    applicationName: 'oniverse',
    poolSize,
    connectTimeoutMS: connectTimeoutMs,
    extra: {
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      idleTimeoutMillis: IDLE_MS,
      named,
      work,
    },
  };
}

/** Returns an unconnected data source for `migrate`, without a query timeout. */
export function createMigrationSource(url: string): DataSource {
  return createDataSource(url, { poolSize: 2, queryTimeoutMs: 0 });
}

/** Returns the connections of an initialized data source. @throws TypeError if the driver is not ours */
export function poolOf(dataSource: DataSource): DatabasePool {
  const pool: unknown = Reflect.get(dataSource.driver, 'master');
  if (pool instanceof DatabasePool) return pool;
  throw new TypeError('The data source has no pool of connections');
}

export function createDataSource(url: string, bounds?: DataSourceBounds): DataSource {
  return new DataSource(dataSourceOptions(url, bounds));
}
