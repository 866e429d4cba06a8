import { useMentionCount } from '../ui/page-title.js';
import { NAV_TEXTS } from './navigation.texts.js';

/** A dot while unread messages mention the member. Screen readers announce the count. */
export function MentionDot() {
  const count = useMentionCount((state) => state.count);
  if (count === 0) return null;
  return (
    <span className="nav__dot">
      <span className="vh">{NAV_TEXTS.mentions(count)}</span>
    </span>
  );
}
