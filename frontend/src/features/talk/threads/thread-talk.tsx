import { may, type MessageView, type ThreadView } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ConnectionBanner } from '../../../live/connection-banner.js';
import { moveDraft } from '../../../session/text-drafts.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import type { Mentionable } from '../../site/completion/index.js';
import {
  firstReplyChannel,
  MessageComposer,
  MessageList,
  MessageRow,
  moveToThread,
  PendingMessages,
  TypingLine,
  useHasPending,
  useNewestVersion,
  useStartedThreads,
  type Viewer,
} from '../messages/index.js';
import { type HiddenById, SAFETY_TEXTS } from '../../safety/safety/index.js';
import { type ThreadPlace, threadSearch } from './thread-place.js';
import { threadQuery } from './threads.queries.js';
import { THREAD_TEXTS as TEXTS } from './threads.texts.js';

/** A message, and the reply that is not there yet. */
const STARS = [
  { x: 48, y: 24, r: 2.6 },
  { x: 104, y: 84, r: 2 },
] as const;
const NOT_YET = [[0, 1]] as const;

export interface ThreadReader {
  me: Viewer;
  hidden: HiddenById | undefined;
  people: readonly Mentionable[];
  onMention: (prefix: string) => void;
  onShowMember: (userId: string, username: string) => void;
  /** Replaces the composer for readers who may not write. */
  joinBar: ReactNode;
}

interface StartingMessageProps extends Pick<ThreadReader, 'me' | 'hidden' | 'onShowMember'> {
  message: MessageView;
}

/** The message that starts the thread. One by a hidden member is folded, as in its channel. */
function StartingMessage({ message, me, hidden, onShowMember }: StartingMessageProps) {
  const [isShown, setShown] = useState(false);
  const { userId, replyTo } = message;
  if (!hidden) return null;
  if (userId !== null && hidden.has(userId) && !isShown) {
    return (
      <div className="message message--folded">
        <p className="message__content faint">
          {SAFETY_TEXTS.folded.count(1)}
          <button type="button" className="act" onClick={() => setShown(true)}>
            {SAFETY_TEXTS.folded.show}
          </button>
        </p>
      </div>
    );
  }
  return (
    <MessageRow
      isAboveThread
      message={message}
      me={me}
      continues={false}
      isNew={false}
      isTarget={false}
      isQuoteFolded={hidden.has(replyTo?.userId ?? '')}
      hidden={hidden}
      jump={undefined}
      onShowMember={onShowMember}
    />
  );
}

/** Returns the id of the thread, as soon as the page knows of it. */
function useThreadId(message: MessageView, thread: ThreadView | undefined): string | undefined {
  const started = useStartedThreads((threads) => threads[message.id]);
  return thread?.id ?? message.thread?.channelId ?? started;
}

/** Moves what was written before there was a thread into the thread. */
function useMovedReplies(messageId: string, threadId: string | undefined, userId: string): void {
  const firstReplies = firstReplyChannel(messageId);
  const move = () => {
    if (threadId !== undefined) moveDraft(userId, firstReplies, threadId);
    return threadId;
  };
  // Before the composer reads the draft of the thread.
  const [movedTo, setMovedTo] = useState(move);
  if (movedTo !== threadId) setMovedTo(move());
  const hasPending = useHasPending(firstReplies);
  useEffect(() => {
    if (threadId !== undefined && hasPending) moveToThread(messageId, threadId);
  }, [messageId, threadId, hasPending]);
}

interface ThreadTalkProps extends ThreadReader {
  place: ThreadPlace;
  channelName: string;
  /** The message that starts the thread, as it was fetched. */
  start: MessageView;
  /** Undefined while there is none, or until it is loaded. */
  thread: ThreadView | undefined;
  targetSeq: number | undefined;
  onRead: (threadId: string, seq: number) => void;
}

/** The conversation in a thread below the message that starts it. Give it the key of that message. */
export function ThreadTalk(props: ThreadTalkProps) {
  const { place, channelName, thread, targetSeq, me, hidden, people, joinBar } = props;
  const { onMention, onRead, onShowMember } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const start = useNewestVersion(props.start);
  const threadId = useThreadId(start, thread);
  useMovedReplies(start.id, threadId, me.id);
  const { path, serverId, channelId: parentId } = place;
  const isLoaded = thread !== undefined;
  useEffect(() => {
    if (isLoaded || threadId === undefined) return undefined;
    let isCurrent = true;
    const search = threadSearch({ serverId, channelId: parentId }, { thread: threadId });
    // Only then, so that the panel does not fall back to its loading state.
    const showThread = async () => {
      await client.prefetchQuery(threadQuery(threadId));
      if (isCurrent) await navigate({ to: path, search, replace: true });
    };
    void showThread();
    return () => {
      isCurrent = false;
    };
  }, [client, navigate, path, serverId, parentId, threadId, isLoaded]);

  const channelId = threadId ?? firstReplyChannel(start.id);
  const hasPending = useHasPending(channelId);
  const mayWrite = may(me.standing, 'writeMessages');
  const { replyCount = 0 } = start.thread ?? {};
  /** The thread when it was opened. */
  const [opened, setOpened] = useState(thread);
  if (opened === undefined && thread) setOpened(thread);
  const onReadThread = useCallback(
    (seq: number) => {
      if (threadId !== undefined && mayWrite) onRead(threadId, seq);
    },
    [threadId, mayWrite, onRead],
  );
  /** Deleted before anyone replied. */
  const isOver = start.deletedAt !== null && threadId === undefined;
  return (
    <>
      <section
        className="thread__start"
        aria-label={TEXTS.start}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <StartingMessage message={start} me={me} hidden={hidden} onShowMember={onShowMember} />
      </section>
      {replyCount > 0 && <p className="thread__count">{TEXTS.replies(replyCount)}</p>}
      {thread && opened ? (
        <MessageList
          channelId={thread.id}
          channelName={channelName}
          label={TEXTS.list}
          empty={TEXTS.empty}
          me={me}
          hidden={hidden}
          opened={mayWrite ? opened : null}
          targetSeq={targetSeq}
          onRead={onReadThread}
          onShowMember={onShowMember}
        />
      ) : (
        <section className="thread__none" aria-label={TEXTS.list}>
          {hasPending && <PendingMessages channelId={channelId} me={me} />}
          {!hasPending && threadId !== undefined && <LoadingFigure text={TEXTS.loading} />}
          {!hasPending && threadId === undefined && !isOver && (
            <EmptyState {...TEXTS.empty} stars={STARS} dotted={NOT_YET} />
          )}
        </section>
      )}
      <div className="chat__line">
        <TypingLine channelId={channelId} me={me.id} hidden={hidden} />
        <ConnectionBanner />
      </div>
      {isOver && <p className="thread__over small muted">{TEXTS.deletedStart}</p>}
      {!isOver && !mayWrite && joinBar}
      {!isOver && mayWrite && (
        <MessageComposer
          channelId={channelId}
          channelName={channelName}
          label={TEXTS.label}
          userId={me.id}
          people={people}
          onMention={onMention}
        />
      )}
    </>
  );
}
