import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './message-rows.js';
import { loadAround, loadNewer, loadOlder } from './messages.queries.js';
import { applyToChannel } from './messages.store.js';
import { openLatest } from './messages.sync.js';
import type { Conversation } from './use-conversation.js';

/** Closer to an end than this counts as being there. */
const AT_END_PX = 48;
/** Closer to the end of what is held than this, more is fetched. */
const NEAR_PX = 1_500;
/** So much of what is read stays in view above what is not. */
const UNREAD_ABOVE_PX = 120;
/** So many messages are held at most, and so many are left where there were more. */
const HELD = { most: 500, kept: 400 } as const;

/** Where the reader is in a conversation, and how to move. The only place that moves the list. */
export interface StayPut {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  /** True in the one render that puts older messages before the others, or takes them away. */
  shift: boolean;
  /** How many messages have come below what is read; null at the end of the conversation. */
  below: number | null;
  onScroll: (offset: number) => void;
  onResize: () => void;
  toLatest: () => void;
}

/** What the last render knew of the rows, to tell what is new in this one. */
interface Seen {
  rows: readonly Row[];
  oldest: number;
  stretch: number;
  ownLatest: string | undefined;
  shift: boolean;
}

const fromEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight;
const isAtEnd = (box: HTMLElement | null) => box !== null && fromEnd(box) <= AT_END_PX;

function toEnd(list: VirtualizerHandle | null, rows: readonly Row[]): void {
  if (rows.length > 0) list?.scrollToIndex(rows.length - 1, { align: 'end' });
}

/** The message in the middle of what is in view; undefined where there is none. */
function middleSeq(list: VirtualizerHandle, rows: readonly Row[]): number | undefined {
  const middle = list.findItemIndex(list.scrollOffset + list.viewportSize / 2);
  const row = rows.slice(0, middle + 1).findLast(({ kind }) => kind === 'message');
  return row?.kind === 'message' ? row.message.seq : undefined;
}

/**
 * Follows the conversation while the reader is at its end, stays put while the reader is further up, fetches history
 * when the reader comes near the end of what is held, and lets go of what is far away. Opens where what is unread
 * begins, or at the message that is named.
 * @param named the `seq` of a message to go to, as far back as it may be
 */
export function useStayPut(
  channelId: string,
  conversation: Conversation,
  named: number | undefined,
): StayPut {
  const { ready, rows, messages, newest, hasOlder, hasNewer, older, newer, stretch, ownLatest } =
    conversation;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const lastOffset = useRef(0);
  const oldest = messages[0]?.seq ?? 0;
  const newestHere = messages.at(-1)?.seq ?? 0;

  /** The newest message that was there when the reader left the end; null for one who follows. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const [seen, setSeen] = useState<Seen>({ rows, oldest, stretch, ownLatest, shift: false });
  if (seen.rows !== rows) {
    const shift = stretch === seen.stretch && seen.oldest > 0 && oldest !== seen.oldest;
    setSeen({ rows, oldest, stretch, ownLatest, shift });
    // One's own words are always seen, wherever one was reading.
    if (ownLatest !== undefined && ownLatest !== seen.ownLatest) setLeftAt(null);
  }
  const follows = leftAt === null;

  useLayoutEffect(() => {
    if (follows) toEnd(list.current, rows);
  }, [follows, rows]);
  const sent = useRef(ownLatest);
  useEffect(() => {
    if (sent.current === ownLatest) return;
    sent.current = ownLatest;
    if (ownLatest !== undefined && hasNewer) openLatest(channelId);
  }, [channelId, ownLatest, hasNewer]);

  const goTo = useCallback(
    (place: number, align: 'start' | 'center') => {
      setLeftAt(newest);
      list.current?.scrollToIndex(place, { align, offset: align === 'start' ? -UNREAD_ABOVE_PX : 0 });
      // Where all of it is in view, one is at its end as well.
      requestAnimationFrame(() => {
        if (isAtEnd(scroller.current) && !hasNewer) setLeftAt(null);
      });
    },
    [newest, hasNewer],
  );
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0 || !ready) return;
    opened.current = true;
    const place = rows.findIndex(({ kind }) => kind === 'unread');
    // oxlint-disable-next-line react/set-state-in-effect -- it follows what the list is made to do here
    if (place >= 0 && named === undefined) goTo(place, 'start');
  }, [rows, ready, named, goTo]);
  const wentTo = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (named === undefined || wentTo.current === named || !ready || named > newest) return;
    if (named < oldest || named > newestHere) {
      if (older === 'idle') void loadAround(channelId, named);
      return;
    }
    wentTo.current = named;
    const place = rows.findIndex((row) => row.kind === 'message' && row.message.seq === named);
    // oxlint-disable-next-line react/set-state-in-effect -- it follows what the list is made to do here
    if (place >= 0) goTo(place, 'center');
  }, [channelId, named, oldest, newestHere, newest, rows, ready, older, goTo]);

  const fetchNear = useCallback(() => {
    const box = scroller.current;
    if (!box || rows.length === 0) return;
    if (box.scrollTop < NEAR_PX && hasOlder && older === 'idle') void loadOlder(channelId);
    if (fromEnd(box) < NEAR_PX && hasNewer && newer === 'idle') void loadNewer(channelId);
  }, [channelId, rows, hasOlder, hasNewer, older, newer]);
  // A short page may leave its end in view without a scroll.
  useEffect(fetchNear, [fetchNear]);

  // After the render that brought a page: rows that come and rows that go in one are more than the list can follow.
  useEffect(() => {
    const box = scroller.current;
    if (messages.length <= HELD.most || !list.current || !box) return;
    const middle = follows ? newestHere : (middleSeq(list.current, rows) ?? newestHere);
    const isOld = middle - oldest < newestHere - middle;
    // In a view so high that what goes would be near, it would come back at once.
    const cut = ((messages.length - HELD.kept) / messages.length) * box.scrollHeight;
    if ((isOld ? fromEnd(box) : box.scrollTop) - cut < 2 * NEAR_PX) return;
    applyToChannel(channelId, {
      type: 'kept',
      from: isOld ? oldest : newestHere - HELD.kept + 1,
      to: isOld ? oldest + HELD.kept - 1 : newestHere,
    });
  }, [channelId, messages, rows, oldest, newestHere, follows]);

  return {
    list,
    scroller,
    shift: seen.shift,
    below: follows && !hasNewer ? null : newest - (leftAt ?? newest),
    onScroll: (offset) => {
      const box = scroller.current;
      if (!box) return;
      if (isAtEnd(box) && !hasNewer) setLeftAt(null);
      else if (follows && offset < lastOffset.current - 1) setLeftAt(newest);
      lastOffset.current = offset;
      fetchNear();
    },
    onResize: () => {
      if (follows) toEnd(list.current, rows);
    },
    toLatest: () => {
      setLeftAt(null);
      if (hasNewer) openLatest(channelId);
    },
  };
}
