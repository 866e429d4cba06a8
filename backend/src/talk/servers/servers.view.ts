import { type ServerView, type SharedServer, sharedServerSchema, viewOf } from '@oniverse/contracts';
import { authorView } from '../../shared/index.js';
import type { MemberRole } from './server-publisher.js';
import type { ServerRow, SharedServerRow, MemberRoleRow } from './servers.repository.js';

/** Returns a server as sent to the member whose role the row contains. */
export function serverView(row: ServerRow): ServerView {
  return {
    ...sharedServerView(row),
    membership: row.role === null ? null : { role: row.role },
    isBanned: row.is_banned,
    timeOut: row.time_out,
    application: row.application,
    unreadCount: row.unread_count,
    mentionCount: row.mention_count,
  };
}

export const sharedServerView = (row: SharedServerRow): SharedServer => viewOf(sharedServerSchema, row);

export const memberRoleView = (row: MemberRoleRow): MemberRole => ({
  userId: row.user_id,
  ...authorView(row),
  role: row.role,
  concealedFrom: row.concealed_from,
});
