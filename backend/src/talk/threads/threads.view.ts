import type { MessageView, ThreadView } from '@oniverse/contracts';
import type { ThreadRow } from './threads.repository.js';

/** Only a thread that the reader follows has unread messages. @param message the one that starts it */
export const threadView = (row: ThreadRow, message: MessageView): ThreadView => ({
  id: row.channel_id,
  serverId: row.server_id,
  parentId: row.parent_id,
  parentName: row.parent_name,
  members: row.members,
  message,
  lastSeq: row.last_seq,
  readSeq: row.is_member ? row.read_seq : row.last_seq,
  unreadCount: row.is_followed ? row.unread_count : 0,
  mentionCount: row.is_followed ? row.mention_count : 0,
  isFollowed: row.is_followed,
  createdAt: row.created_at.toISOString(),
});
