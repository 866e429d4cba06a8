import type { ChannelView } from '@oniverse/contracts';
import type { ChannelRow } from './channels.repository.js';

/** Unread and mention counts are 0 for a reader outside the server. */
export function channelView(row: ChannelRow): ChannelView {
  return {
    id: row.id,
    serverId: row.server_id,
    name: row.name,
    description: row.description,
    isDefault: row.is_default,
    lastSeq: row.last_seq,
    readSeq: row.is_member ? row.read_seq : row.last_seq,
    unreadCount: row.is_member ? row.unread_count : 0,
    mentionCount: row.is_member ? row.mention_count : 0,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
