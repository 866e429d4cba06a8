import './threads.css';
import { messagePlainText, type MessageView, type ThreadView } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Failure } from '../../../ui/failure.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { UnreadBadge } from '../../../ui/plate.js';
import { messageText, shownMessage, useEditsAndDeletions } from '../log/index.js';
import { linkToTalk, MESSAGE_TEXTS, type TalkPage } from '../messages/index.js';
import { type HiddenById, SAFETY_TEXTS, useHiddenMembers } from '../../safety/safety/index.js';
import { followedQuery } from './threads.queries.js';
import { THREAD_TEXTS } from './threads.texts.js';

const { followed: TEXTS } = THREAD_TEXTS;
/** Threads without unread messages beyond these are folded away. */
const SHOWN = 5;

/** Returns the message that starts a thread as one line of plain text. */
function titleOf(message: MessageView, hidden: HiddenById | undefined): string {
  if (message.deletedAt !== null) return MESSAGE_TEXTS.deleted;
  if (message.userId !== null && hidden?.has(message.userId)) return SAFETY_TEXTS.folded.count(1);
  return messagePlainText(messageText(message.content));
}

interface FollowedThreadsProps {
  page: TalkPage;
  /** Returns the name of a thread's place, for screen readers. */
  placeOf?: (thread: ThreadView) => string;
  /** The open thread. */
  current: string | undefined;
  onChoose?: (() => void) | undefined;
}

const channelOf = ({ parentName }: ThreadView): string => TEXTS.place(parentName);

/** The threads of a dimension, or of conversations, that the member follows, latest activity first. Nothing if there are none. */
export function FollowedThreads({ page, placeOf = channelOf, current, onChoose }: FollowedThreadsProps) {
  const { data: threads, isError, refetch } = useQuery(followedQuery(page.serverId));
  const hidden = useHiddenMembers();
  const changes = useEditsAndDeletions();
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  if (!threads) {
    if (!isError) return null;
    return (
      <div className="followed-threads followed-threads--failed">
        <Failure small text={TEXTS.failed} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (threads.length === 0) return null;
  const shown = threads.filter(
    (thread, index) => isWhole || index < SHOWN || thread.unreadCount > 0 || thread.id === current,
  );
  return (
    <nav className="followed-threads" aria-label={TEXTS.name}>
      <div className="tiny chat__label" aria-hidden="true">
        {TEXTS.label}
      </div>
      <ul id={id}>
        {shown.map((thread) => {
          const { id: threadId, parentId, unreadCount } = thread;
          return (
            <li key={threadId}>
              <Link
                {...linkToTalk({ ...page, channelId: parentId }, { thread: threadId })}
                className={unreadCount > 0 ? 'channel is-unread' : 'channel'}
                {...(threadId === current && { 'aria-current': 'true' as const })}
                {...(onChoose && { onClick: onChoose })}
              >
                <span className="channel__mark followed-threads__icon">{MENU_ICONS.thread}</span>
                <span className="grow followed-threads__title" dir="auto">
                  {titleOf(shownMessage(thread.message, changes), hidden)}
                </span>
                <span className="vh">{placeOf(thread)}</span>
                {unreadCount > 0 && (
                  <UnreadBadge count={unreadCount} name={THREAD_TEXTS.unread(unreadCount)} />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      {(isWhole || shown.length < threads.length) && threads.length > SHOWN && (
        <button
          type="button"
          className="chat__action followed-threads__more"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? TEXTS.fewer : TEXTS.all(threads.length)}
        </button>
      )}
    </nav>
  );
}
