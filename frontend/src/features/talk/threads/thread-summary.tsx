import './threads.css';
import type { ThreadSummary as Summary } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../ui/avatar.js';
import {
  daysBetween,
  formatClock,
  formatFullMoment,
  formatShortDate,
  formatShortDay,
} from '../../../ui/dates.js';
import { memberName } from '../../../ui/member-name.js';
import { useToday } from '../../../ui/now.js';
import { UnreadBadge } from '../../../ui/plate.js';
import { useHiddenMembers } from '../../safety/safety/index.js';
import { linkToTalk, type TalkPlace } from '../messages/index.js';
import { useFollowedThread } from './threads.queries.js';
import { THREAD_TEXTS as TEXTS } from './threads.texts.js';

/** Returns `last at 21:14`, `last on 9 Mar` or `last on 9 Mar 2025`. */
function lastText(at: Date, today: Date): string {
  if (daysBetween(at, today) <= 0) return TEXTS.lastAt(formatClock(at));
  const format = at.getFullYear() === today.getFullYear() ? formatShortDay : formatShortDate;
  return TEXTS.lastOn(format(at));
}

/** The thread of a message: the number of replies, who wrote last and when, and what is unread of a followed one. */
export function ThreadSummary({ thread, place }: { thread: Summary; place: TalkPlace }) {
  const { channelId: threadId, replyCount, lastReplyAt, faces } = thread;
  const { unreadCount = 0 } = useFollowedThread(place.serverId, threadId) ?? {};
  const hidden = useHiddenMembers();
  const today = useToday();
  const shown = faces.filter(({ userId }) => !hidden?.has(userId));
  const last = new Date(lastReplyAt);
  return (
    <Link {...linkToTalk(place, { thread: threadId })} className="thread-summary">
      <span className="reactions__who">
        {shown.map(({ userId, author }) => (
          <Avatar key={userId} name={memberName(author)} src={author.profileImageUrl} size="s" />
        ))}
      </span>
      <span className="thread-summary__count">{TEXTS.replies(replyCount)}</span>
      <span className="vh">{TEXTS.faces(shown.map(({ author }) => author.username))}</span>
      <span className="thread-summary__time" title={formatFullMoment(last)}>
        {lastText(last, new Date(today))}
      </span>
      {unreadCount > 0 && <UnreadBadge count={unreadCount} name={TEXTS.unread(unreadCount)} />}
    </Link>
  );
}
