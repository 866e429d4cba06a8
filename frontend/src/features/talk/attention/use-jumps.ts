import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { keyOf, OVERLAYS } from '../../../ui/keys.js';
import { useMentionPositions } from './use-mention-positions.js';

/** The counts of a channel at the time when the reader opened it. */
export interface OpenedChannel {
  readSeq: number;
  unreadCount: number;
  mentionCount: number;
}

interface JumpsOptions {
  channelId: string;
  opened: OpenedChannel | null;
  /** The read mark that the unread divider follows; null for a visitor. */
  after: number | null;
  /** The `seq` of the first unread message; undefined if it is not loaded. */
  firstUnread: number | undefined;
  onJump: (seq: number) => void;
  onMarkRead: () => void;
}

export interface Jumps {
  /** Whether there are unread messages whose beginning the reader has not seen. */
  isUnreadAway: boolean;
  /** The number of mentions that the reader has not seen. */
  mentions: number;
  hasMoreMentions: boolean;
  jumpToUnread: () => void;
  jumpToMention: () => void;
  /** Marks the channel as read. */
  dismiss: () => void;
  /** Called with the first and last message in view. */
  onView: (from: number, to: number) => void;
}

function useJumpKeys(onUp: () => void, onDown: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event);
    if (!event.altKey || !event.shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    if (document.querySelector(OVERLAYS)) return;
    event.preventDefault();
    if (key === 'ArrowUp') onUp();
    else onDown();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

/** Jumps to the first unread message and to the next mention, by button or by Alt, Shift and an arrow key. */
export function useJumps(options: JumpsOptions): Jumps {
  const { channelId, opened, after, firstUnread, onJump, onMarkRead } = options;
  const mentions = useMentionPositions(channelId, opened?.readSeq ?? null, opened?.mentionCount ?? 0);
  const { see } = mentions;
  /** Whether it is known what is in view. */
  const [isViewed, setViewed] = useState(false);
  /** The read mark whose unread messages the reader has reached. */
  const [reached, setReached] = useState<number | null>(null);
  const isUnloaded = firstUnread === undefined && after === opened?.readSeq && (opened?.unreadCount ?? 0) > 0;
  const isUnreadAway =
    isViewed && after !== null && reached !== after && (firstUnread !== undefined || isUnloaded);
  const jumpToUnread = () => {
    if (!isUnreadAway || after === null) return;
    setReached(after);
    onJump(firstUnread ?? after + 1);
  };
  const jumpToMention = () => {
    const seq = mentions.takeNext();
    if (seq !== undefined) onJump(seq);
  };
  useJumpKeys(jumpToUnread, jumpToMention);
  return {
    isUnreadAway,
    mentions: mentions.count,
    hasMoreMentions: mentions.hasMore,
    jumpToUnread,
    jumpToMention,
    dismiss: () => {
      setReached(after);
      mentions.clear();
      onMarkRead();
    },
    onView: useCallback(
      (from: number, to: number) => {
        setViewed(true);
        see(from, to);
        if (firstUnread !== undefined && firstUnread >= from && firstUnread <= to) setReached(after);
      },
      [see, firstUnread, after],
    ),
  };
}
