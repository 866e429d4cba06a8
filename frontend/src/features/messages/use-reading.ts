import { useEffect, useState } from 'react';
import { useFocused } from './use-focused.js';

/**
 * Where the unread part of a conversation begins. The line stays where it was when the channel was opened; it moves
 * to what is read when one turns to another window, so that one comes back to what came meanwhile.
 * @param readSeq how far the channel was read when it was opened; null for one who has nothing to read in it
 */
export function useUnreadLine(readSeq: number | null) {
  const [after, setAfter] = useState(readSeq);
  return { after, moveTo: setAfter };
}

interface Reading {
  newest: number;
  /** Whether the end of the conversation is in view. */
  isAtEnd: boolean;
  onRead: (seq: number) => void;
  /** Called as one turns away from a conversation that is read to its end. */
  onLeave: (seq: number) => void;
}

/** Says what is read: what stands at the end of the conversation while somebody looks at it. */
export function useReading({ newest, isAtEnd, onRead, onLeave }: Reading): void {
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
