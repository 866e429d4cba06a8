import '../../../ui/badge.css';
import '../../../ui/plate.css';
import '../../../ui/action.css';
import { type ConversationView, type CurrentUser, messagePlainText } from '@oniverse/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useShallow } from 'zustand/shallow';
import {
  daysBetween,
  formatClock,
  formatShortDate,
  formatShortDay,
  formatShortWeekday,
  isNamedByWeekday,
} from '../../../ui/dates.js';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icons.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { useToday } from '../../../ui/now.js';
import { UnreadBadge } from '../../../ui/plate.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { useStepKeys } from '../../../ui/use-step-keys.js';
import { type HiddenById, SAFETY_TEXTS, useHiddenMembers } from '../../safety/safety/index.js';
import { ATTENTION_TEXTS } from '../attention/index.js';
import { messageText, type SendOperation, useLog } from '../log/index.js';
import { MESSAGE_TEXTS } from '../messages/index.js';
import { FollowedThreads } from '../threads/index.js';
import { ConversationName, plainNameOf } from './conversation-name.js';
import { shownConversations } from './direct.changes.js';
import { useConversations, useRequests } from './direct.queries.js';
import { DIRECT_TEXTS as TEXTS } from './direct.texts.js';
import { TwoStarFigure } from './two-star-figure.js';

/** Formats when a message was sent, in little room: `21:20`, `Fri`, `9 Mar` or `9 Mar 2025`. */
function formatWhen(iso: string, today: number): string {
  const date = new Date(iso);
  if (daysBetween(date, today) <= 0) return formatClock(date);
  if (isNamedByWeekday(date, today)) return formatShortWeekday(date);
  return (date.getFullYear() === new Date(today).getFullYear() ? formatShortDay : formatShortDate)(date);
}

/**
 * Returns the newest message in one line, with its author unless it is the only other member. That of a hidden member is
 * folded, as in the conversation.
 */
function lineOf(conversation: ConversationView, me: string, hidden: HiddenById | undefined): string {
  const { last, isGroup, members } = conversation;
  if (!last) return TEXTS.line.none;
  if (hidden?.has(last.userId ?? '')) return SAFETY_TEXTS.folded.count(1);
  const text = last.excerpt === null ? MESSAGE_TEXTS.deleted : messagePlainText(messageText(last.excerpt));
  if (last.userId === me) return TEXTS.line.own(text);
  if (!isGroup) return text;
  const author = members.find(({ userId }) => userId === last.userId);
  return TEXTS.line.by(author?.username ?? MESSAGE_TEXTS.departedMember, text);
}

interface ConversationRowProps {
  conversation: ConversationView;
  me: string;
}

export function ConversationRow({ conversation, me }: ConversationRowProps) {
  const { id, last, state, isWaiting, isMuted, unreadCount, unreadInThreads } = conversation;
  const today = useToday();
  const hidden = useHiddenMembers();
  const isRequest = state === 'requested';
  const isUnread = unreadCount > 0 && !isRequest && !isMuted;
  return (
    <li>
      <Link
        to="/direct/{-$conversationId}"
        params={{ conversationId: id }}
        className={isUnread ? 'direct-row is-unread' : 'direct-row'}
      >
        <TwoStarFigure id={id} isRequest={isRequest || isWaiting} />
        <span className="direct-row__text">
          <b>
            <ConversationName conversation={conversation} />
          </b>
          <span className="direct-row__line" dir="auto">
            {lineOf(conversation, me, hidden)}
          </span>
        </span>
        <span className="direct-row__side">
          {last && (
            <time className="tiny" dateTime={last.createdAt}>
              {formatWhen(last.createdAt, today)}
            </time>
          )}
          {isMuted && <span className="tiny">{ATTENTION_TEXTS.muted}</span>}
          {isUnread && <UnreadBadge count={unreadCount} name={TEXTS.unread(unreadCount)} />}
          {unreadInThreads > 0 && (
            <span className="direct-row__threads">
              {MENU_ICONS.thread}
              <span className="vh">{TEXTS.unreadInThreads(unreadInThreads)}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

interface ConversationListProps {
  me: CurrentUser;
  /** The open conversation, which may have no messages yet. */
  open: ConversationView | undefined;
  currentId: string | undefined;
  /** The open thread. */
  currentThread: string | undefined;
  onStart: () => void;
}

const CONVERSATIONS = { serverId: null };

/** The member's conversations, the latest message first, the threads that they follow there, and the requests that wait for them. */
export function ConversationList({ me, open, currentId, currentThread, onStart }: ConversationListProps) {
  const listed = useConversations();
  const requests = useRequests();
  const pending = useLog(
    useShallow(({ operations }) =>
      operations.filter(
        (operation): operation is SendOperation => operation.kind === 'send' && operation.state !== 'refused',
      ),
    ),
  );
  const known = listed.data ?? [];
  const isOpenMissing = open?.state === 'joined' && !known.some(({ id }) => id === open.id);
  const shown = shownConversations(isOpenMissing ? [open, ...known] : known, pending, me.id);
  const navigate = useNavigate();
  useStepKeys(
    [...shown, ...(requests.data ?? [])],
    ({ id }) => id === currentId,
    ({ id }) => void navigate({ to: '/direct/{-$conversationId}', params: { conversationId: id } }),
  );
  const row = (conversation: ConversationView) => (
    <ConversationRow key={conversation.id} conversation={conversation} me={me.id} />
  );
  return (
    <>
      <div className="plate__head direct__head">
        {/* The title of the page, which has it where the list is not shown. */}
        <p className="h4" aria-hidden="true">
          {TEXTS.title}
        </p>
        <button type="button" className="act" aria-haspopup="dialog" onClick={onStart}>
          <Icon name="plus" small />
          {TEXTS.new}
        </button>
      </div>
      {listed.isPending && <SkeletonLines text={TEXTS.loading} count={3} />}
      {listed.isError && !listed.data && (
        <Failure small text={TEXTS.listFailed} onRetry={() => void listed.refetch()} />
      )}
      {listed.data && shown.length === 0 && <p className="small muted">{TEXTS.none}</p>}
      {shown.length > 0 && <ul aria-label={TEXTS.list}>{shown.map(row)}</ul>}
      <MoreOfList name={TEXTS.more} list={listed} />
      {requests.data && requests.data.length > 0 && (
        <>
          <h2 className="tiny direct__label" id="direct-requests">
            {TEXTS.requests}
          </h2>
          <ul aria-labelledby="direct-requests">{requests.data.map(row)}</ul>
          <MoreOfList name={TEXTS.moreRequests} list={requests} />
        </>
      )}
      <FollowedThreads
        page={CONVERSATIONS}
        placeOf={({ parentName, members }) =>
          TEXTS.inConversation(plainNameOf({ name: parentName || null, members }))
        }
        current={currentThread}
      />
      <p className="tiny direct__rule">
        {TEXTS.rules[me.firstMessagesFrom]}{' '}
        <Link to="/settings" search={{ tab: 'privacy' }} className="link">
          {TEXTS.changeRule}
        </Link>
      </p>
    </>
  );
}
