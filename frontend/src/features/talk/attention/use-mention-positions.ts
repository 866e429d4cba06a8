import { LIMITS, listMentions } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../../api/calls.js';
import { onLive } from '../../../live/live.js';
import { showFailure } from '../../../ui/show-failure.js';
import { areCounted } from '../../safety/safety/index.js';
import { useMarkings } from './attention.queries.js';
import { ATTENTION_TEXTS } from './attention.texts.js';

interface Positions {
  /** The messages with mentions that the reader has not seen yet, ascending. */
  seqs: readonly number[];
  /** The last one of the page that was loaded, after which others arrived live; null before. */
  loadedTo: number | null;
  /** Whether the server has more of them after that page. */
  hasMore: boolean;
}

const NONE: Positions = { seqs: [], loadedTo: null, hasMore: false };

type View = readonly [from: number, to: number];

const isWithin = ([from, to]: View, seq: number): boolean => seq >= from && seq <= to;

/** Returns positions with others, ascending, without those in view. */
const withOthers = (seqs: readonly number[], others: readonly number[], view: View): number[] =>
  [...new Set([...seqs, ...others])]
    .filter((seq) => !isWithin(view, seq))
    .toSorted((one, other) => one - other);

/**
 * Follows the mentions of a channel that the reader has not seen since opening it. They may be far back: the server knows
 * where they are.
 * @param after the read mark when the channel was opened; null for a visitor
 * @param count the number of unread mentions at that time
 */
export function useMentionPositions(channelId: string, after: number | null, count: number) {
  const client = useQueryClient();
  const [positions, setPositions] = useState(NONE);
  const { seqs, loadedTo, hasMore } = positions;
  /** The first and the last message in view. */
  const view = useRef<View>([0, 0]);
  const isPageSeen = hasMore && !seqs.some((seq) => seq <= (loadedTo ?? 0));
  const firstStart = count > 0 ? after : null;
  /** After which message the next page starts; null if none is needed. */
  const start = loadedTo === null ? firstStart : isPageSeen ? loadedTo : null;
  useEffect(() => {
    if (start === null) return undefined;
    const controller = new AbortController();
    const query = { after: start, limit: LIMITS.page.max };
    send(listMentions, { id: channelId, query }, controller.signal).then(
      (page) =>
        setPositions((now) => ({
          seqs: withOthers(
            now.seqs,
            page.map(({ seq }) => seq),
            view.current,
          ),
          loadedTo: page.at(-1)?.seq ?? start,
          hasMore: page.length === LIMITS.page.max,
        })),
      (error: unknown) => {
        if (!controller.signal.aborted) showFailure(ATTENTION_TEXTS.jumps.failed, error);
      },
    );
    return () => controller.abort();
  }, [channelId, start]);
  useEffect(() => {
    if (after === null) return undefined;
    return onLive('mention', ({ channelId: place, seq, userId }) => {
      if (place !== channelId || isWithin(view.current, seq)) return;
      if (areCounted(client, userId === undefined ? undefined : [userId]) === false) return;
      setPositions((now) => ({ ...now, seqs: withOthers(now.seqs, [seq], view.current) }));
    });
  }, [client, channelId, after]);
  /** Removes the mentions between two messages, which the reader sees. */
  const see = useCallback((from: number, to: number) => {
    view.current = [from, to];
    setPositions((now) => {
      const left = now.seqs.filter((seq) => !isWithin([from, to], seq));
      return left.length === now.seqs.length ? now : { ...now, seqs: left };
    });
  }, []);
  /** Ends the way to all of them. */
  const clear = () => setPositions(({ loadedTo }) => ({ ...NONE, loadedTo: loadedTo ?? after }));
  const markings = useMarkings(({ count: number }) => number);
  const [knownMarkings, setKnownMarkings] = useState(markings);
  if (markings !== knownMarkings) {
    setKnownMarkings(markings);
    clear();
  }
  /** Returns the next mention, and removes it. */
  const takeNext = (): number | undefined => {
    const [next] = seqs;
    if (next !== undefined) {
      setPositions((now) => ({ ...now, seqs: now.seqs.filter((seq) => seq !== next) }));
    }
    return next;
  };
  return { count: seqs.length, hasMore, see, clear, takeNext };
}
