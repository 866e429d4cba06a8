import './threads.css';
import '../../../ui/close-button.css';
import { may, type MessageView, type ThreadView } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { failureMessageOf, HttpError } from '../../../api/http.js';
import { onLive } from '../../../live/live.js';
import { Button } from '../../../ui/button.js';
import { ToggleChip } from '../../../ui/chip.js';
import { Icon } from '../../../ui/icons.js';
import { keyOf } from '../../../ui/keys.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { showToast } from '../../../ui/toast-store.js';
import { UI_TEXTS } from '../../../ui/ui.texts.js';
import { ChannelFilesButton } from '../channel-files/index.js';
import { forgetThread } from '../log/index.js';
import { linkToTalk, PinsButton, type TalkPlace } from '../messages/index.js';
import { ThreadMenu } from './thread-menu.js';
import { type ThreadReader, ThreadTalk } from './thread-talk.js';
import { startQuery, threadQuery, useFollow } from './threads.queries.js';
import { THREAD_TEXTS as TEXTS } from './threads.texts.js';

/** What the address opens: a thread, or the place for the first reply to the message with a `seq`. */
type OpenedThread = { thread: string } | { start: number };

/** Whether the answer means that the thread does not exist, as opposed to a temporary failure. */
const isGone = (error: Error | null): boolean =>
  error instanceof HttpError && error.status < 500 && error.status !== 429;

interface FoundThread {
  /** The message that starts the thread; null if there is none, undefined until it is loaded. */
  start: MessageView | null | undefined;
  thread: ThreadView | undefined;
  error: Error | null;
  retry: () => void;
}

/** Fetches what the address opens. */
function useOpenedThread({ channelId, serverId }: TalkPlace, opened: OpenedThread): FoundThread {
  const threadId = 'thread' in opened ? opened.thread : undefined;
  const seq = 'start' in opened ? opened.start : undefined;
  const found = useQuery({
    ...threadQuery(threadId ?? ''),
    enabled: threadId !== undefined,
    // Unless it is followed, no event keeps it up to date.
    refetchOnMount: 'always',
  });
  const started = useQuery({ ...startQuery(channelId, seq ?? 0), enabled: seq !== undefined });
  const { data, error, refetch } = threadId === undefined ? started : found;
  const retry = () => void refetch();
  const isThreadGone = threadId !== undefined && isGone(error);
  useEffect(() => {
    if (isThreadGone) forgetThread(threadId);
  }, [isThreadGone, threadId]);
  if (isGone(error)) return { start: null, thread: undefined, error: null, retry };
  if (!data) return { start: undefined, thread: undefined, error, retry };
  if (Array.isArray(data)) {
    return { start: data.find((message) => message.seq === seq) ?? null, thread: undefined, error, retry };
  }
  const isHere = data.parentId === channelId && data.serverId === serverId;
  return isHere
    ? { start: data.message, thread: data, error, retry }
    : { start: null, thread: undefined, error: null, retry };
}

/** Returns the row of a message in its channel, if it is rendered. */
const rowOf = (messageId: string): HTMLElement | null =>
  document.querySelector(`.chat__main .message[data-id="${CSS.escape(messageId)}"]`);

/** Focuses the message that started a thread, or the conversation, when the panel took the focus with it. */
function useReturnedFocus(panel: RefObject<HTMLElement | null>, messageId: string | undefined): void {
  useEffect(() => {
    const { current } = panel;
    return () => {
      if (current?.isConnected || document.activeElement !== document.body) return;
      const row = messageId === undefined ? null : rowOf(messageId);
      const target = row ?? document.querySelector<HTMLElement>('.chat__main .talk__log');
      target?.focus({ preventScroll: true });
    };
  }, [panel, messageId]);
}

/** Closes on Escape, unless something in the panel or above it used the key. */
function useEscape(panel: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const closeByEscape = (event: KeyboardEvent) => {
      if (keyOf(event) !== 'Escape' || event.defaultPrevented) return;
      const { target } = event;
      if (target === document.body || (target instanceof Node && panel.current?.contains(target))) close();
    };
    window.addEventListener('keydown', closeByEscape);
    return () => window.removeEventListener('keydown', closeByEscape);
  }, [panel, close]);
}

function FollowButton({ thread }: { thread: ThreadView }) {
  const { mutate, isPending } = useFollow(thread);
  const { isFollowed } = thread;
  return (
    <ToggleChip
      pressed={isFollowed}
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) mutate(!isFollowed);
      }}
    >
      {isFollowed ? TEXTS.following : TEXTS.follow}
    </ToggleChip>
  );
}

interface ThreadPanelProps extends ThreadReader {
  /** Must be the same object. */
  place: TalkPlace;
  /** Undefined if the dimension has no such channel. */
  channelName: string | undefined;
  opened: OpenedThread;
  /** The `seq` of the message in the thread that the address points to. */
  targetSeq: number | undefined;
  /** Whether the reader keeps read marks and may follow threads. */
  isMember: boolean;
  onRead: (threadId: string, seq: number) => void;
}

/** A thread beside the messages of its channel; on phones, a page of its own. */
export function ThreadPanel(props: ThreadPanelProps) {
  const { place, channelName, opened, targetSeq, isMember, onRead, ...reader } = props;
  const navigate = useNavigate();
  const panel = useRef<HTMLElement>(null);
  const { start, thread, error, retry } = useOpenedThread(place, opened);
  const messageId = start?.id;
  const seq = start?.seq;
  const close = useCallback(() => {
    const isShown = messageId === undefined || rowOf(messageId) !== null;
    const opened = !isShown && seq !== undefined ? { message: seq } : {};
    void navigate({ ...linkToTalk(place, opened), replace: true });
  }, [navigate, place, messageId, seq]);
  const threadId = thread?.id;
  const closeDeleted = useCallback(() => {
    showToast({ title: TEXTS.deleted });
    close();
  }, [close]);
  useEffect(
    () =>
      onLive('thread:deleted', ({ channelId: deletedId }) => {
        if (deletedId === threadId) closeDeleted();
      }),
    [threadId, closeDeleted],
  );
  useEscape(panel, close);
  useReturnedFocus(panel, messageId);
  // The composer takes the focus from the title, where there is a keyboard.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) title.current?.focus({ preventScroll: true });
  }, []);
  const isMissing = start === null || channelName === undefined;
  const isInConversation = place.serverId === null;
  return (
    <aside ref={panel} className="thread" aria-label={TEXTS.title}>
      <header className="thread__top">
        <div className="grow">
          <h2 ref={title} tabIndex={-1} className="h4 thread__title">
            {TEXTS.title}
          </h2>
          {!isMissing && (
            <Link
              {...linkToTalk(place, seq === undefined ? {} : { message: seq })}
              className="thread__place small"
            >
              <bdi>{(isInConversation ? TEXTS.conversation : TEXTS.place)(channelName)}</bdi>
            </Link>
          )}
        </div>
        {thread && !isMissing && (
          <ChannelFilesButton key={`files ${thread.id}`} place={place} threadId={thread.id} />
        )}
        {thread && !isMissing && !isInConversation && (
          <PinsButton key={thread.id} channelId={thread.id} me={reader.me} />
        )}
        {thread && isMember && !isMissing && <FollowButton thread={thread} />}
        {thread && !isMissing && may(reader.me.standing, 'deleteThreads') && (
          <ThreadMenu thread={thread} onDeleted={closeDeleted} />
        )}
        <button type="button" className="close" aria-label={TEXTS.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {isMissing && (
        <div className="chat__middle" role="alert">
          <p className="h4">{TEXTS.missing}</p>
          <p className="small muted">{TEXTS.missingText}</p>
        </div>
      )}
      {!isMissing && start && (
        <ThreadTalk
          key={start.id}
          place={place}
          channelName={channelName}
          start={start}
          thread={thread}
          targetSeq={targetSeq}
          onRead={onRead}
          {...reader}
        />
      )}
      {!isMissing && !start && error && (
        <div className="chat__middle" role="alert">
          <p className="h4">{TEXTS.failed}</p>
          <p className="small muted">{failureMessageOf(error)}</p>
          <Button small onClick={retry}>
            {UI_TEXTS.tryAgain}
          </Button>
        </div>
      )}
      {!isMissing && !start && !error && (
        <div className="chat__middle">
          <LoadingFigure text={TEXTS.loading} />
        </div>
      )}
    </aside>
  );
}
