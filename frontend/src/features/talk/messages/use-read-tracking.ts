import { useCallback, useEffect, useState } from 'react';
import { useFocused } from './use-focused.js';

/**
 * Tracks the unread divider. It stays where it was when the channel was opened, and moves to the read position when
 * the window loses the focus, so that a returning member sees what is new.
 * @param readSeq the read mark when the channel was opened; null for a visitor
 */
export function useUnreadLine(readSeq: number | null) {
  const [{ after, isRead }, setLine] = useState({ after: readSeq, isRead: false });
  const markRead = useCallback(() => setLine((line) => (line.isRead ? line : { ...line, isRead: true })), []);
  return { after, isRead, markRead, moveTo: (seq: number) => setLine({ after: seq, isRead: false }) };
}

interface ReadTrackingOptions {
  newest: number;
  isAtEnd: boolean;
  onRead: (seq: number) => void;
  /** Called when the window loses the focus while the end is in view. */
  onLeave: (seq: number) => void;
}

/** Reports the newest message as read while the end is in view and the page has the focus. */
export function useReadTracking({ newest, isAtEnd, onRead, onLeave }: ReadTrackingOptions): void {
  const isFocused = useFocused();
  const [wasFocused, setWasFocused] = useState(isFocused);
  useEffect(() => {
    if (isFocused && isAtEnd && newest > 0) onRead(newest);
  }, [isFocused, isAtEnd, newest, onRead]);
  if (wasFocused !== isFocused) {
    setWasFocused(isFocused);
    if (!isFocused && isAtEnd) onLeave(newest);
  }
}
