import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './message-rows.js';
import { loadOlder } from './messages.queries.js';
import type { Conversation } from './use-conversation.js';

/** Closer to an end than this counts as being there. */
const AT_END_PX = 48;
const NEAR_START_PX = 600;
/** So much of what is read stays in view above what is not. */
const UNREAD_ABOVE_PX = 120;

/** Where the reader is in a conversation, and how to move. The only place that moves the list. */
export interface StayPut {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  /** True in the one render that puts older messages before the others. */
  shift: boolean;
  /** How many messages have come below what is read; null at the end of the list. */
  below: number | null;
  onScroll: (offset: number) => void;
  onResize: () => void;
  toLatest: () => void;
}

/** What the last render knew of the rows, to tell what is new in this one. */
interface Seen {
  rows: readonly Row[];
  oldest: number;
  ownLatest: string | undefined;
  shift: boolean;
}

const isAtEnd = (box: HTMLElement | null) =>
  box !== null && box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END_PX;

function toEnd(list: VirtualizerHandle | null, rows: readonly Row[]): void {
  if (rows.length > 0) list?.scrollToIndex(rows.length - 1, { align: 'end' });
}

/**
 * Follows the conversation while the reader is at its end, stays put while the reader is further up, and fetches
 * history when the reader comes near its start. Opens where what is unread begins, or at the message that is named.
 * @param named the `seq` of a message to go to, as far back as it may be
 */
export function useStayPut(
  channelId: string,
  conversation: Conversation,
  named: number | undefined,
): StayPut {
  const { rows, messages, hasOlder, older } = conversation;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const lastOffset = useRef(0);
  const oldest = messages[0]?.seq ?? 0;
  const newest = messages.at(-1)?.seq ?? 0;
  const last = rows.at(-1);
  const ownLatest = last?.kind === 'echo' ? last.key : undefined;

  /** The newest message that was there when the reader left the end; null for one who follows. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const [seen, setSeen] = useState<Seen>({ rows, oldest, ownLatest, shift: false });
  if (seen.rows !== rows) {
    setSeen({ rows, oldest, ownLatest, shift: oldest < seen.oldest });
    // One's own words are always seen, wherever one was reading.
    if (ownLatest !== undefined && ownLatest !== seen.ownLatest) setLeftAt(null);
  }
  const follows = leftAt === null;

  useLayoutEffect(() => {
    if (follows) toEnd(list.current, rows);
  }, [follows, rows]);

  const goTo = useCallback(
    (place: number, align: 'start' | 'center') => {
      setLeftAt(newest);
      list.current?.scrollToIndex(place, { align, offset: align === 'start' ? -UNREAD_ABOVE_PX : 0 });
      // Where all of it is in view, one is at its end as well.
      requestAnimationFrame(() => {
        if (isAtEnd(scroller.current)) setLeftAt(null);
      });
    },
    [newest],
  );
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0 || !conversation.ready) return;
    opened.current = true;
    const place = rows.findIndex(({ kind }) => kind === 'unread');
    // oxlint-disable-next-line react/set-state-in-effect -- it follows what the list is made to do here
    if (place >= 0 && named === undefined) goTo(place, 'start');
  }, [rows, conversation.ready, named, goTo]);
  const wentTo = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (named === undefined || wentTo.current === named || oldest === 0) return;
    if (named < oldest && hasOlder) {
      if (older === 'idle') void loadOlder(channelId);
      return;
    }
    wentTo.current = named;
    const place = rows.findIndex((row) => row.kind === 'message' && row.message.seq === named);
    // oxlint-disable-next-line react/set-state-in-effect -- it follows what the list is made to do here
    if (place >= 0) goTo(place, 'center');
  }, [channelId, named, oldest, rows, hasOlder, older, goTo]);
  // A short page may leave the start in view without a scroll.
  useEffect(() => {
    const box = scroller.current;
    const isNear = box !== null && rows.length > 0 && box.scrollTop < NEAR_START_PX;
    if (isNear && hasOlder && older === 'idle') void loadOlder(channelId);
  }, [channelId, rows, hasOlder, older]);

  return {
    list,
    scroller,
    shift: seen.shift,
    below: follows ? null : newest - leftAt,
    onScroll: (offset) => {
      const box = scroller.current;
      if (!box) return;
      if (isAtEnd(box)) setLeftAt(null);
      else if (follows && offset < lastOffset.current - 1) setLeftAt(newest);
      lastOffset.current = offset;
      if (box.scrollTop < NEAR_START_PX && hasOlder && older === 'idle') void loadOlder(channelId);
    },
    onResize: () => {
      if (follows) toEnd(list.current, rows);
    },
    toLatest: () => setLeftAt(null),
  };
}
