import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { OfferedGame } from '../games/index.js';
import { focusComposer, linkToTalk, type TalkPlace, type ThreadParts } from '../messages/index.js';
import { ThreadSummary } from './thread-summary.js';
import { startQuery } from './threads.queries.js';

/**
 * Returns what the messages of a channel or conversation show of their threads.
 * @param place must be the same object
 * @param mayPlay whether the reader may take a seat in a game
 */
export function useThreadParts(place: TalkPlace, mayPlay: boolean): ThreadParts {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      onOpen: (message) => {
        const { id, seq, thread } = message;
        // The panel shows the message without fetching it.
        if (!thread) client.setQueryData(startQuery(place.channelId, seq).queryKey, [message]);
        const opened = thread ? { thread: thread.channelId } : { start: seq };
        void navigate(linkToTalk(place, opened));
        // If the thread is open already.
        focusComposer(thread?.channelId ?? id);
      },
      summaryOf: ({ thread }) => {
        if (thread?.game) return <OfferedGame game={thread.game} place={place} mayPlay={mayPlay} />;
        return thread && thread.replyCount > 0 && <ThreadSummary thread={thread} place={place} />;
      },
    }),
    [client, navigate, place, mayPlay],
  );
}
