import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { focusComposer, type ThreadParts } from '../messages/index.js';
import { type ThreadPlace, threadSearch } from './thread-place.js';
import { ThreadSummary } from './thread-summary.js';
import { startQuery } from './threads.queries.js';

/** Returns what the messages of a channel show of their threads. */
export function useThreadParts({ path, serverId, channelId }: ThreadPlace): ThreadParts {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMemo(() => {
    const place = { path, serverId, channelId };
    return {
      onOpen: (message) => {
        const { id, seq, thread } = message;
        // The panel shows the message without fetching it.
        if (!thread) client.setQueryData(startQuery(channelId, seq).queryKey, [message]);
        const opened = thread ? { thread: thread.channelId } : { start: seq };
        void navigate({ to: path, search: threadSearch(place, opened) });
        // If the thread is open already.
        focusComposer(thread?.channelId ?? id);
      },
      summaryOf: ({ thread }) =>
        thread && thread.replyCount > 0 && <ThreadSummary thread={thread} place={place} />,
    };
  }, [client, navigate, path, serverId, channelId]);
}
