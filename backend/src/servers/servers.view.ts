import type { ServerChange, ServerView } from '@oniverse/contracts';
import type { ShownRole } from './server-news.js';
import type { ServerRow, SharedServerRow, ShownRoleRow } from './servers.repository.js';

/** A server, as the member sees it whose role the row carries. */
export function serverView(row: ServerRow): ServerView {
  return {
    ...sharedServerView(row),
    membership: row.role === null ? null : { role: row.role },
    unreadCount: row.unread_count,
    mentionCount: row.mention_count,
  };
}

/** What of a server is the same for all who see it. */
export function sharedServerView(
  row: SharedServerRow,
): Omit<ServerChange, 'membership' | 'unreadCount' | 'mentionCount'> {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    isPublic: row.is_public,
    memberCount: row.member_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** What a member is in a server, as the others are told of it. */
export const shownRole = (row: ShownRoleRow): ShownRole => ({
  userId: row.user_id,
  username: row.username,
  displayName: row.display_name,
  profileImageUrl: row.profile_image_url,
  role: row.role,
});
