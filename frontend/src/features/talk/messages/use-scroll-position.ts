import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { indexOfSeq, type Row, seqsOf } from './message-rows.js';
import { useChanges } from './messages.changes.js';
import { applyToChannel, loadAround, loadNewer, loadOlder, openLatest } from '../log/index.js';
import type { Conversation } from './use-conversation.js';

const AT_END_PX = 48;
/** Within this distance of the loaded end, the next page is fetched. */
const NEAR_PX = 1_500;
/** The height of read messages that stays visible above the unread divider. */
const UNREAD_ABOVE_PX = 120;
/** After this time without a change of the rows, the list has scrolled to its first position. */
const VIEW_SETTLED_MS = 200;
/** After the list was moved to its end, it moves again while rows near the end are measured. Each of them adds this time. */
const SETTLING_MS = 500;
/** What a reader scrolls with. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const MAX_MESSAGES = 500;
const MESSAGES_AFTER_EVICTION = 400;

export interface ScrollTarget {
  seq: number;
}

/** Only this hook scrolls the list. */
export interface ScrollPosition {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  /** True in the render that adds or removes messages at the top. */
  shift: boolean;
  /** The number of messages that arrived since the reader left the end; null at the end. */
  below: number | null;
  onScroll: (offset: number) => void;
  onResize: () => void;
  jumpToLatest: () => void;
}

interface RenderedRows {
  rows: readonly Row[];
  oldest: number;
  segment: number;
  lastPendingNonce: string | undefined;
  shift: boolean;
}

const fromEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight;
const isAtEnd = (box: HTMLElement | null) => box !== null && fromEnd(box) <= AT_END_PX;

function scrollToEnd(list: VirtualizerHandle | null, rows: readonly Row[]): void {
  if (rows.length > 0) list?.scrollToIndex(rows.length - 1, { align: 'end' });
}

function isInView(list: VirtualizerHandle, index: number): boolean {
  const start = list.getItemOffset(index);
  const end = start + list.getItemSize(index);
  return start >= list.scrollOffset && end <= list.scrollOffset + list.viewportSize;
}

function middleSeq(list: VirtualizerHandle, rows: readonly Row[]): number | undefined {
  const middle = list.findItemIndex(list.scrollOffset + list.viewportSize / 2);
  const row = rows.slice(0, middle + 1).findLast(({ kind }) => kind === 'message');
  return row?.kind === 'message' ? row.message.seq : undefined;
}

/** Returns the `seq` of the first and the last message of the rows in view; undefined without one. */
function seqsInView(list: VirtualizerHandle, rows: readonly Row[]): [number, number] | undefined {
  const first = list.findItemIndex(list.scrollOffset);
  const last = list.findItemIndex(list.scrollOffset + list.viewportSize);
  const seqs = rows.slice(first, last + 1).flatMap(seqsOf);
  const [from] = seqs;
  const to = seqs.at(-1);
  return from === undefined || to === undefined ? undefined : [from, to];
}

/**
 * Controls the scroll position of a conversation. It follows new messages while the reader is at the end, and does not
 * move while the reader is further up. Near a loaded end it fetches history, and it evicts distant messages. It starts
 * at the unread divider or at the target message.
 * @param target the message to show, which may be far back; each object is shown once
 * @param onView called with the `seq` of the first and the last message in view, when they may have changed
 */
export function useScrollPosition(
  channelId: string,
  conversation: Conversation,
  target: ScrollTarget | undefined,
  onView: (from: number, to: number) => void,
): ScrollPosition {
  const targetSeq = target?.seq;
  const {
    ready,
    rows,
    messages,
    first,
    newest,
    hasOlder,
    hasNewer,
    older,
    newer,
    segment,
    lastPendingNonce,
  } = conversation;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const lastOffset = useRef(0);
  const oldest = messages[0]?.seq ?? 0;
  const newestInSegment = messages.at(-1)?.seq ?? 0;

  /** The newest `seq` when the reader left the end; null while at the end. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const [lastRendered, setLastRendered] = useState<RenderedRows>({
    rows,
    oldest,
    segment,
    lastPendingNonce,
    shift: false,
  });
  if (lastRendered.rows !== rows) {
    const shift =
      segment === lastRendered.segment && lastRendered.oldest > 0 && oldest !== lastRendered.oldest;
    setLastRendered({ rows, oldest, segment, lastPendingNonce, shift });
    // Sending a message scrolls to it, wherever the reader was.
    if (lastPendingNonce !== undefined && lastPendingNonce !== lastRendered.lastPendingNonce) setLeftAt(null);
  }
  const [isInitialised, setInitialised] = useState(false);
  if (!isInitialised && ready && rows.length > 0) {
    setInitialised(true);
    // The reader starts further up, so the messages below do not count as read.
    const hasTarget = targetSeq !== undefined && targetSeq >= first && targetSeq <= newest;
    if (hasTarget || rows.some(({ kind }) => kind === 'unread')) setLeftAt(newest);
  }
  const isFollowing = leftAt === null;

  /** Until when a move up is one of the list, in ms of `performance.now()`. */
  const settlingUntil = useRef(0);
  const follow = useCallback(() => {
    settlingUntil.current = performance.now() + SETTLING_MS;
    scrollToEnd(list.current, rows);
  }, [rows]);
  useLayoutEffect(() => {
    if (isFollowing) follow();
  }, [isFollowing, follow]);
  useEffect(() => {
    const box = scroller.current;
    const handOver = () => {
      settlingUntil.current = 0;
    };
    for (const input of INPUTS) box?.addEventListener(input, handOver, { passive: true });
    return () => {
      for (const input of INPUTS) box?.removeEventListener(input, handOver);
    };
  }, []);
  const handledNonce = useRef(lastPendingNonce);
  useEffect(() => {
    if (handledNonce.current === lastPendingNonce) return;
    handledNonce.current = lastPendingNonce;
    if (lastPendingNonce !== undefined && hasNewer) openLatest(channelId);
  }, [channelId, lastPendingNonce, hasNewer]);

  const scrollToRow = useCallback(
    (index: number, align: 'start' | 'center' | 'nearest') => {
      setLeftAt(newest);
      list.current?.scrollToIndex(index, { align, offset: align === 'start' ? -UNREAD_ABOVE_PX : 0 });
      // If the whole conversation fits the view, the reader is at its end too.
      requestAnimationFrame(() => {
        if (isAtEnd(scroller.current) && !hasNewer) setLeftAt(null);
      });
    },
    [newest, hasNewer],
  );
  const hasScrolledToUnread = useRef(false);
  useLayoutEffect(() => {
    if (hasScrolledToUnread.current || rows.length === 0 || !ready) return;
    hasScrolledToUnread.current = true;
    const index = rows.findIndex(({ kind }) => kind === 'unread');
    // oxlint-disable-next-line react/set-state-in-effect -- the state follows the scroll made here
    if (index >= 0 && targetSeq === undefined) scrollToRow(index, 'start');
  }, [rows, ready, targetSeq, scrollToRow]);
  const shownTargets = useRef(new WeakSet<ScrollTarget>());
  const requestedTarget = useRef<ScrollTarget>(undefined);
  useEffect(() => {
    if (!target || shownTargets.current.has(target) || !ready) return;
    if (target.seq > newest || target.seq < first) return;
    if (target.seq < oldest || target.seq > newestInSegment) {
      if (older === 'loading' || requestedTarget.current === target) return;
      requestedTarget.current = target;
      void loadAround(channelId, target.seq);
      return;
    }
    shownTargets.current.add(target);
    const index = indexOfSeq(rows, target.seq);
    // oxlint-disable-next-line react/set-state-in-effect -- the state follows the scroll made here
    if (index >= 0) scrollToRow(index, 'center');
  }, [channelId, target, oldest, newestInSegment, first, newest, rows, ready, older, scrollToRow]);

  // ↑ edits the member's last message, which may be out of view.
  const edited = useChanges(({ edit }) => (edit?.message.channelId === channelId ? edit.asked : undefined));
  const shownEdit = useRef<ScrollTarget | undefined>(undefined);
  useLayoutEffect(() => {
    if (shownEdit.current === edited) return;
    shownEdit.current = edited;
    const index = indexOfSeq(rows, edited?.seq);
    // oxlint-disable-next-line react/set-state-in-effect -- the state follows the scroll made here
    if (index >= 0 && list.current && !isInView(list.current, index)) scrollToRow(index, 'nearest');
  }, [edited, rows, scrollToRow]);

  const fetchNear = useCallback(() => {
    const box = scroller.current;
    if (!box || rows.length === 0) return;
    if (box.scrollTop < NEAR_PX && hasOlder && older === 'idle') void loadOlder(channelId);
    if (fromEnd(box) < NEAR_PX && hasNewer && newer === 'idle') void loadNewer(channelId);
  }, [channelId, rows, hasOlder, hasNewer, older, newer]);
  // The end of a short page may be in view without a scroll event.
  useEffect(fetchNear, [fetchNear]);
  const reportView = useCallback(() => {
    const view = list.current && seqsInView(list.current, rows);
    if (view) onView(...view);
  }, [rows, onView]);
  /** Whether the list has reached its first position. Rows that it passes before do not count as seen. */
  const hasSettled = useRef(false);
  // Rows in view without a scroll event. The first ones come into view when the list has measured them.
  useEffect(() => {
    if (!isInitialised) return undefined;
    const timer = setTimeout(() => {
      hasSettled.current = true;
      reportView();
    }, VIEW_SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isInitialised, reportView]);

  // In an effect, because the virtualizer cannot keep its position if one render both adds and removes rows.
  useEffect(() => {
    const box = scroller.current;
    if (messages.length <= MAX_MESSAGES || !list.current || !box) return;
    const middle = isFollowing ? newestInSegment : (middleSeq(list.current, rows) ?? newestInSegment);
    const isOld = middle - oldest < newestInSegment - middle;
    // In a very tall view, evicted messages would be near enough to be fetched again at once.
    const cut = ((messages.length - MESSAGES_AFTER_EVICTION) / messages.length) * box.scrollHeight;
    if ((isOld ? fromEnd(box) : box.scrollTop) - cut < 2 * NEAR_PX) return;
    applyToChannel(channelId, {
      type: 'evicted',
      from: isOld ? oldest : newestInSegment - MESSAGES_AFTER_EVICTION + 1,
      to: isOld ? oldest + MESSAGES_AFTER_EVICTION - 1 : newestInSegment,
    });
  }, [channelId, messages, rows, oldest, newestInSegment, isFollowing]);

  return {
    list,
    scroller,
    shift: lastRendered.shift,
    below: isFollowing && !hasNewer ? null : newest - (leftAt ?? newest),
    onScroll: (offset) => {
      const box = scroller.current;
      if (!box) return;
      if (isAtEnd(box) && !hasNewer) setLeftAt(null);
      else if (isFollowing && offset < lastOffset.current - 1 && performance.now() >= settlingUntil.current)
        setLeftAt(newest);
      lastOffset.current = offset;
      fetchNear();
      if (hasSettled.current) reportView();
    },
    onResize: () => {
      if (isFollowing) follow();
    },
    jumpToLatest: () => {
      setLeftAt(null);
      if (hasNewer) openLatest(channelId);
    },
  };
}
