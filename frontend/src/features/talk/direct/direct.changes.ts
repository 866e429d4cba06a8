import type { ConversationLine, ConversationView } from '@oniverse/contracts';

/** Names a conversation with its newest message. */
export interface ChangedLine {
  id: string;
  line: ConversationLine;
  me: string;
  /** Whether messages of the author count as unread; those of hidden members do not. */
  isCounted: boolean;
}

/** Applies a message, or its change if it is the newest known one. Older ones are ignored. */
export function withLine(
  conversation: ConversationView,
  { id, line, me, isCounted }: ChangedLine,
): ConversationView {
  const { lastSeq, readSeq, unreadCount } = conversation;
  if (conversation.id !== id || line.seq < lastSeq) return conversation;
  const counts = isCounted && line.userId !== me;
  const fresh = counts ? Math.max(0, line.seq - Math.max(lastSeq, readSeq)) : 0;
  return { ...conversation, last: line, lastSeq: line.seq, unreadCount: unreadCount + fresh };
}

/** Applies how far another member has read. A mark never moves back. */
export function withSeen(
  conversation: ConversationView,
  { id, userId, seq }: { id: string; userId: string; seq: number },
): ConversationView {
  if (conversation.id !== id) return conversation;
  const known = conversation.seen.find((mark) => mark.userId === userId);
  if (known && known.seq >= seq) return conversation;
  const others = conversation.seen.filter((mark) => mark !== known);
  return { ...conversation, seen: [...others, { userId, seq }] };
}

/** A message that is being sent. */
interface Pending {
  talkId: string;
  content: string;
  at: string;
}

const momentOf = ({ last, createdAt }: ConversationView): string => last?.createdAt ?? createdAt;

/** Returns conversations as they show: with the messages that are being sent, and the latest message first. */
export function shownConversations(
  conversations: readonly ConversationView[],
  pending: readonly Pending[],
  me: string,
): ConversationView[] {
  const shown = conversations.map((conversation) => {
    const sent = pending.findLast(({ talkId }) => talkId === conversation.id);
    if (!sent) return conversation;
    const line = { seq: conversation.lastSeq, userId: me, excerpt: sent.content, createdAt: sent.at };
    return { ...conversation, last: line };
  });
  return shown.toSorted((one, other) => Date.parse(momentOf(other)) - Date.parse(momentOf(one)));
}
