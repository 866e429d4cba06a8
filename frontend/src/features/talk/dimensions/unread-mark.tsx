import { UnreadBadge, UnreadDot } from '../../../ui/plate.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

interface UnreadMarkProps {
  unreadCount: number;
  mentionCount: number;
}

/** A dot for unread messages, or the mention count with an @ if there are mentions. */
export function UnreadMark({ unreadCount, mentionCount }: UnreadMarkProps) {
  if (mentionCount > 0) {
    return (
      <span className="mention-count">
        <span aria-hidden="true">@</span>
        <UnreadBadge count={mentionCount} name={DIMENSIONS_TEXTS.mentions(mentionCount)} />
      </span>
    );
  }
  return unreadCount > 0 ? <UnreadDot name={DIMENSIONS_TEXTS.unread(unreadCount)} /> : null;
}
