import type { MessageView } from '@oniverse/contracts';
import { useCallback, useMemo, useState } from 'react';
import { useHiddenMembers } from '../../safety/safety/index.js';
import { shownMessages, useEditsAndDeletions } from '../log/index.js';

/**
 * Returns the messages of a list as their reader asked for them, without deleted ones, and which of them are folded, as in
 * the conversation. Undefined until it is known what to fold.
 */
export function useListedMessages(messages: readonly MessageView[] | undefined) {
  const changes = useEditsAndDeletions();
  const hidden = useHiddenMembers();
  const [shownIds, setShownIds] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(
    () => messages && shownMessages(messages, changes).filter(({ deletedAt }) => deletedAt === null),
    [messages, changes],
  );
  const unfold = useCallback((id: string) => setShownIds((ids) => new Set([...ids, id])), []);
  const isFolded = ({ id, userId }: MessageView) =>
    userId !== null && hidden?.has(userId) === true && !shownIds.has(id);
  return { messages: hidden && shown, isFolded, unfold };
}
