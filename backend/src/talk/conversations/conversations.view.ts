import {
  type ConversationView,
  DISAPPEARING,
  DISAPPEARING_NAMES,
  type Disappearing,
} from '@oniverse/contracts';
import type { ConversationRow } from './conversations.repository.js';

const nameOfDays = (days: number): Disappearing =>
  DISAPPEARING_NAMES.find((name) => DISAPPEARING[name] === days) ?? 'never';

export const conversationView = (row: ConversationRow): ConversationView => ({
  id: row.channel_id,
  isGroup: row.is_group,
  name: row.name || null,
  members: row.members,
  state: row.state,
  isWaiting: row.is_waiting,
  isClosed: row.is_closed,
  disappearsAfter: nameOfDays(row.disappears_after_days),
  mayChooseDisappearing: row.may_choose_disappearing,
  seen: row.seen,
  last: row.last,
  lastSeq: row.last_seq,
  readSeq: row.read_seq,
  unreadCount: row.unread_count,
  isMuted: row.is_muted,
  unreadInThreads: row.unread_in_threads,
  createdAt: row.created_at.toISOString(),
});
