import { phrases } from '../shared/phrases.js';

/**
 * What someone is in a server: their role, or timed out instead of a member; outside a public server a guest or banned, and
 * while it asks questions an outsider or, banned, shut out. Nobody has a standing in a private server that they have not joined; to them it does not exist.
 * In an archived server there are fewer: the roles, a guest who may read it, and an outsider who may not.
 */
export type Standing =
  | ServerRole
  | 'timed_out'
  | 'guest'
  | 'banned'
  | 'outsider'
  | 'shut_out'
  | `archived_${ServerRole | 'guest' | 'outsider'}`;

export const PERMISSION_MESSAGES = phrases({
  ownerOnly: 'Only the owner can do this.',
  staffOnly: 'Only the owner and moderators can do this.',
  archived: 'This dimension is archived. It can be read, and takes nothing new.',
});

const OWNER = ['owner'] as const;
const STAFF = ['owner', 'moderator'] as const;
const WRITERS = ['owner', 'moderator', 'member'] as const;
/** An archived server stays readable and moderated, and takes nothing new. */
const ARCHIVED_OWNER = ['archived_owner'] as const;
const ARCHIVED_STAFF = [...ARCHIVED_OWNER, 'archived_moderator'] as const;
const ARCHIVED_MEMBERS = [...ARCHIVED_STAFF, 'archived_member'] as const;
const MEMBERS = [...WRITERS, 'timed_out', ...ARCHIVED_MEMBERS] as const;
/** Those who moderate what is there, also in an archived server. */
const MODERATORS = [...STAFF, ...ARCHIVED_STAFF] as const;
/** Those who have not joined a public server. */
const STRANGERS = ['guest', 'banned', 'outsider', 'shut_out', 'archived_guest', 'archived_outsider'] as const;

/**
 * Who may do what in a server. The server asks this table and the client shows its buttons by it; no other code compares
 * roles. Content outside of servers has simpler rules: its owner changes it, and `VISIBLE` in libs/data decides who sees it.
 */
export const PERMISSIONS = {
  /** See the server itself: its name, its description, how many members it has, and its questions. */
  seeServer: [...MEMBERS, ...STRANGERS],
  /**
   * See its channels, members and messages, and who is online. In SQL, `channel_reader` says the same of a channel, unless it
   * is private.
   */
  readServer: [...MEMBERS, 'guest', 'banned', 'archived_guest'],
  /** Joining again changes nothing. A banned member can join with an invite made after the ban. */
  joinServer: [...MEMBERS, 'guest'],
  /** Answer the questions of a server, for its staff to accept or decline. */
  applyToServer: ['outsider'],
  /** Leaving changes nothing for those who have not joined. The owner transfers the ownership first. */
  leaveServer: ['moderator', 'member', 'timed_out', 'archived_moderator', 'archived_member', ...STRANGERS],
  /**
   * Send messages, edit own ones, start threads, and show that one is typing; `mayWriteIn` adds the lock of a channel. The
   * server asks the SQL function `channel_writer`, also under the lock; server-permissions.spec.ts compares it with this line.
   */
  writeMessages: WRITERS,
  /** React to messages, also in a locked channel. In SQL, `channel_participant` says the same. */
  reactToMessages: WRITERS,
  /** Also in a locked channel and in an archived server. */
  deleteOwnMessages: [...WRITERS, ...ARCHIVED_MEMBERS],
  /** Write in locked channels, and without a wait where slow mode is on. */
  ignoreChannelLimits: STAFF,
  /**
   * Follow threads, search messages, move the read mark, store a draft, and choose what to hear of. In SQL, `channel_member`
   * says the same of a channel.
   */
  followMessages: MEMBERS,
  /** Delete messages of others. Only authors edit messages. */
  deleteMessages: MODERATORS,
  /** Pin and unpin messages. */
  pinMessages: STAFF,
  /** Delete threads with all of their messages. */
  deleteThreads: MODERATORS,
  /** See members and whether they are online despite a block, so that a block does not stop anyone's duties. */
  seeBlockedMembers: MODERATORS,
  /** Create, change and delete channels, read private ones, and name others who do. */
  manageChannels: STAFF,
  /** Give channels a radio, take it from them, and choose its quiet hours. */
  manageRadios: STAFF,
  /** Create, list and revoke invites. */
  manageInvites: STAFF,
  /** Change the questions, and accept or decline the applications that answer them. */
  manageApplications: STAFF,
  /** List and lift bans. */
  manageBans: MODERATORS,
  /** List, set and end time-outs of members without a role. */
  manageTimeOuts: STAFF,
  /**
   * Create, change and delete groups to which no staff belongs, and their members without a role. Mention groups that members
   * may not mention: in SQL, `resolve_mentions` says the same.
   */
  manageGroups: STAFF,
  /** The same of groups to which staff belongs. */
  manageStaffGroups: OWNER,
  /** Read and change filters, and decide about the messages that they hold. */
  manageFilters: STAFF,
  /** Read, close and hand on reports of messages, if the standing may also remove the author. */
  handleReports: MODERATORS,
  /** Read what the owner and moderators did. */
  viewAudit: MODERATORS,
  /** Remove members without a role, which bans them. */
  removeMembers: MODERATORS,
  removeModerators: [...OWNER, ...ARCHIVED_OWNER],
  /** Make members moderators, and moderators members. */
  assignRoles: OWNER,
  transferOwnership: OWNER,
  updateServer: OWNER,
  /** Export all messages, and download the archives. */
  exportMessages: OWNER,
  deleteServer: OWNER,
} as const satisfies Record<string, readonly Standing[]>;

export type Permission = keyof typeof PERMISSIONS;

/** The permission to remove someone, by their role. Nobody removes the owner. */
export const REMOVAL_PERMISSIONS = {
  owner: null,
  moderator: 'removeModerators',
  member: 'removeMembers',
} as const satisfies Record<ServerRole, Permission | null>;

/** Returns whether a member keeps a role until the ownership is transferred. */
export const hasFixedRole = (role: ServerRole): boolean => role === 'owner';

/** Returns a standing, or `null` if the server does not exist for the user. `role` is null if they have not joined. */
export function standingIn(server: {
  isPublic: boolean;
  asksQuestions: boolean;
  role: ServerRole | null;
  isBanned: boolean;
  isTimedOut: boolean;
  isArchived: boolean;
}): Standing | null {
  if (server.isArchived && (server.role !== null || server.isPublic)) {
    return `archived_${server.role ?? (server.asksQuestions ? 'outsider' : 'guest')}`;
  }
  if (server.role === 'member' && server.isTimedOut) return 'timed_out';
  if (server.role !== null) return server.role;
  if (!server.isPublic) return null;
  if (server.asksQuestions) return server.isBanned ? 'shut_out' : 'outsider';
  return server.isBanned ? 'banned' : 'guest';
}

/** Returns whether those who have not joined a server may read it. In SQL, `opensToVisitors` says the same. */
export const isOpenToVisitors = (server: { isPublic: boolean; questions: readonly string[] }): boolean =>
  server.isPublic && server.questions.length === 0;

/** Returns whether a standing is one in an archived server. */
export const isArchivedStanding = (standing: Standing): boolean => standing.startsWith('archived_');

/** Returns whether a standing has a permission. */
export function may(standing: Standing | null, permission: Permission): boolean {
  const allowed: readonly (Standing | null)[] = PERMISSIONS[permission];
  return allowed.includes(standing);
}

/** Returns whether a standing is that of a member, with or without a role. */
export const hasJoined = (standing: Standing | null): boolean => may(standing, 'followMessages');

export const SERVER_ROLES = ['owner', 'moderator', 'member'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

/** The roles that the owner can assign. The owner role changes only by transferring ownership. */
export const ASSIGNABLE_ROLES = ['moderator', 'member'] as const satisfies readonly ServerRole[];
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];
