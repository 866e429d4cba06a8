import { Pip } from '../../ui/plate.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

interface UnreadMarkProps {
  unreadCount: number;
  mentionCount: number;
}

/** How much is unread; mentions stand apart with an @. */
export function UnreadMark({ unreadCount, mentionCount }: UnreadMarkProps) {
  if (mentionCount > 0) {
    return (
      <span className="at">
        <span aria-hidden="true">@</span>
        <Pip count={mentionCount} name={DIMENSIONS_TEXTS.mentions(mentionCount)} />
      </span>
    );
  }
  return unreadCount > 0 ? <Pip count={unreadCount} name={DIMENSIONS_TEXTS.unread(unreadCount)} /> : null;
}
