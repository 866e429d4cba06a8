import type { ConversationView } from '@oniverse/contracts';
import type { ConversationRow } from './conversations.repository.js';

export const conversationView = (row: ConversationRow): ConversationView => ({
  id: row.channel_id,
  isGroup: row.is_group,
  name: row.name || null,
  members: row.members,
  state: row.state,
  isWaiting: row.is_waiting,
  isClosed: row.is_closed,
  last: row.last,
  lastSeq: row.last_seq,
  readSeq: row.read_seq,
  unreadCount: row.unread_count,
  createdAt: row.created_at.toISOString(),
});
