import type { ConversationView } from '@oniverse/contracts';
import { oniIdsOf } from './conversation-name.js';
import { DIRECT_TEXTS as TEXTS } from './direct.texts.js';

/** Names the members who have read the reader's own newest message, as far as both sides show read marks. */
export function SeenLine({ conversation, me }: { conversation: ConversationView; me: string }) {
  const { isGroup, last, members, seen } = conversation;
  if (last?.userId !== me) return null;
  const readers = members.filter(({ userId }) =>
    seen.some((mark) => mark.userId === userId && mark.seq >= last.seq),
  );
  if (readers.length === 0) return null;
  return <p className="small faint direct__seen">{isGroup ? TEXTS.seenBy(oniIdsOf(readers)) : TEXTS.seen}</p>;
}
