import {
  APPLICATION_MESSAGES,
  CHANNEL_LIMIT_MESSAGES,
  CONVERSATION_MESSAGES,
  isArchivedStanding,
  may,
  MEMBER_MESSAGES,
  type Permission,
  PERMISSION_MESSAGES,
  PERMISSIONS,
  SERVER_ROLES,
  type ServerRole,
  type Standing,
  standingIn,
  TIME_OUT_MESSAGES,
  type TimeOutView,
} from '@oniverse/contracts';
import { asksQuestions } from '@oniverse/data';
import { notFound, ProblemError } from '@oniverse/platform';
import { isoTime } from '../queries/rows.js';

export interface StandingRow {
  /** Null for a conversation, as is `asks_questions`. */
  is_public: boolean | null;
  asks_questions: boolean | null;
  /** Null if the user has not joined. */
  role: ServerRole | null;
  is_archived: boolean;
  is_banned: boolean;
  /** Null if none is running, and for staff. */
  time_out: TimeOutView | null;
}

/**
 * Selects {@link StandingRow} from `servers s` and the user's `server_members m`, left joined.
 * @param user an SQL expression for the user's id
 */
export const standingColumns = (
  user: string,
): string => `s.is_public, ${asksQuestions('s')} AS asks_questions, s.archived_at IS NOT NULL AS is_archived, m.role,
  m.id IS NULL AND EXISTS (SELECT FROM server_removals ban WHERE ban.server_id = s.id AND ban.user_id = ${user}) AS is_banned,
  (SELECT jsonb_build_object('until', ${isoTime('running.until')}, 'reason', running.reason)
     FROM time_outs running
    WHERE m.role = 'member' AND running.server_id = s.id AND running.user_id = m.user_id AND running.until > now()) AS time_out`;

/**
 * Selects {@link StandingRow} like {@link standingColumns}, of what holds a channel that a member reads: `servers s` and the
 * member's `server_members m`, both left joined to `channel_reader` as `reader`.
 */
export const channelStandingColumns = (user: string): string =>
  standingColumns(user).replace('m.role', 'reader.role');

/** Returns the SQL list of the roles that have a permission. */
export const rolesWith = (permission: Permission): string =>
  SERVER_ROLES.flatMap((role) => (may(role, permission) ? [`'${role}'`] : [])).join(', ');

/** Returns null without a row, as for a server that does not exist for the user. */
export function standingOf(row: StandingRow | undefined): Standing | null {
  if (!row) return null;
  // Its recipient reads a request as a guest reads a public server.
  if (row.is_public === null) return row.role ?? 'guest';
  return standingIn({
    isPublic: row.is_public,
    asksQuestions: row.asks_questions === true,
    role: row.role,
    isBanned: row.is_banned,
    isTimedOut: row.time_out !== null,
    isArchived: row.is_archived,
  });
}

const archived = (): ProblemError => new ProblemError('forbidden', PERMISSION_MESSAGES.archived);

/** Returns whether nobody has the permission in an archived server. */
function endsInArchive(permission: Permission): boolean {
  const allowed: readonly Standing[] = PERMISSIONS[permission];
  return !allowed.some(isArchivedStanding);
}

const notAMember = (): ProblemError => new ProblemError('not_a_member', MEMBER_MESSAGES.notAMember);

/** Problems that name the reason. Other refusals only name who may do it. */
const REFUSALS: Partial<Record<Permission, (standing: Standing) => ProblemError>> = {
  readServer: notFound,
  writeMessages: notAMember,
  reactToMessages: notAMember,
  followMessages: notAMember,
  deleteOwnMessages: notAMember,
  joinServer: (standing) => {
    if (isArchivedStanding(standing)) return archived();
    return new ProblemError(
      'forbidden',
      may(standing, 'applyToServer') ? APPLICATION_MESSAGES.mustApply : MEMBER_MESSAGES.banned,
    );
  },
  applyToServer: () => new ProblemError('forbidden', APPLICATION_MESSAGES.cannotApply),
  leaveServer: () => new ProblemError('owner_cannot_leave', MEMBER_MESSAGES.ownerCannotLeave),
};

/** Returns why a permission is refused: without a standing as `not_found`. */
export function refusalOf(standing: Standing | null, permission: Permission): ProblemError {
  if (standing === null) return notFound();
  if (isArchivedStanding(standing) && endsInArchive(permission)) return archived();
  const phrase = may('moderator', permission) ? PERMISSION_MESSAGES.staffOnly : PERMISSION_MESSAGES.ownerOnly;
  return REFUSALS[permission]?.(standing) ?? new ProblemError('forbidden', phrase);
}

/**
 * Returns why someone may not write in a channel, or react there: as {@link refusalOf}, that the server is archived, that they are
 * timed out and until when, that the channel is locked, or that a conversation is closed or waits as a request.
 */
export function channelRefusalOf(
  row: StandingRow | undefined,
  permission: 'writeMessages' | 'reactToMessages' | 'deleteOwnMessages',
): ProblemError {
  const timeOut = row?.time_out;
  if (timeOut && !row.is_archived)
    return new ProblemError('timed_out', TIME_OUT_MESSAGES.timedOut({ until: timeOut.until }));
  const standing = standingOf(row);
  if (row?.is_public === null) {
    return new ProblemError(
      'forbidden',
      may(standing, permission)
        ? CONVERSATION_MESSAGES.conversationClosed
        : CONVERSATION_MESSAGES.conversationUnaccepted,
    );
  }
  return may(standing, permission)
    ? new ProblemError('channel_locked', CHANNEL_LIMIT_MESSAGES.channelLocked)
    : refusalOf(standing, permission);
}

/** @throws ProblemError as {@link refusalOf} returns */
export function requirePermission(standing: Standing | null, permission: Permission): Standing {
  if (standing === null || !may(standing, permission)) throw refusalOf(standing, permission);
  return standing;
}
