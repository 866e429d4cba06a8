import type { FeedScope, PostView } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ListPage } from '../../../api/calls.js';
import { onLive } from '../../../live/live.js';
import { hintedThrottle } from '../../../live/throttle.js';
import { watchFeed } from '../../../live/watch-feed.js';
import { useWhenListIdle } from '../../../ui/use-when-list-idle.js';
import { countNew, withNewest } from './newest-posts.js';
import { feedQuery, fetchNewestPosts } from './posts.queries.js';

export interface LiveFeed {
  frame: RefObject<HTMLDivElement | null>;
  newCount: number;
  showNew: () => void;
}

/**
 * Keeps a visible feed up to date. New posts are inserted at once if this does not move what the member reads. Otherwise
 * they are counted until `showNew` is called.
 * @param scope undefined if no feed is shown
 */
export function useLiveFeed(scope: FeedScope | undefined): LiveFeed {
  const client = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const [newest, setNewest] = useState<ListPage<PostView>>();
  useEffect(() => {
    if (scope === undefined) return undefined;
    const { queryKey } = feedQuery(scope);
    const leaving = new AbortController();
    const fetchNewest = async () => {
      try {
        const page = await fetchNewestPosts(scope, leaving.signal);
        if (!leaving.signal.aborted) setNewest(page);
      } catch (error) {
        // The next event or connect retries.
        if (!leaving.signal.aborted) console.warn('Fetching the newest posts failed.', error);
      }
    };
    const { request: refresh, stop } = hintedThrottle(() => {
      if (client.getQueryData(queryKey)) void fetchNewest();
    });
    const stops = [watchFeed(refresh), ...(scope === 'near' ? [onLive('links:changed', refresh)] : [])];
    return () => {
      for (const unsubscribe of stops) unsubscribe();
      stop();
      leaving.abort();
      setNewest(undefined);
    };
  }, [client, scope]);
  const cached = scope && client.getQueryData(feedQuery(scope).queryKey);
  const newCount = cached && newest ? countNew(cached, newest) : 0;
  const showNew = useCallback(() => {
    if (!scope || !newest) return;
    client.setQueryData(feedQuery(scope).queryKey, (parts) => parts && withNewest(parts, newest));
    setNewest(undefined);
  }, [client, scope, newest]);
  useWhenListIdle(frame, newest !== undefined, showNew);
  return { frame, newCount, showNew };
}
