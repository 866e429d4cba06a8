import type { ServerView } from '@oniverse/contracts';
import type { ServerRow } from './servers.repository.js';

/** A server, as the member sees it whose role the row carries. */
export function serverView(row: ServerRow): ServerView {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    isPublic: row.is_public,
    memberCount: row.member_count,
    membership: row.role === null ? null : { role: row.role },
    unreadCount: row.unread_count,
    mentionCount: row.mention_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
