import { may, mayWriteIn, type MessageView, type ThreadView } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { ConnectionBanner } from '../../../live/connection-banner.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { learnThread, useLog } from '../log/index.js';
import { GameInThread, useGameCommands } from '../games/index.js';
import type { Mentionable } from '../../site/completion/index.js';
import {
  FoldedMessages,
  linkToTalk,
  MessageComposer,
  MessageList,
  MessageRow,
  PendingMessages,
  type SlowMode,
  type TalkPlace,
  TypingLine,
  useHeldMessages,
  useNewestVersion,
  usePendingMessages,
  type Viewer,
} from '../messages/index.js';
import type { HiddenById } from '../../safety/safety/index.js';
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
  slowMode: SlowMode | undefined;
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
    return <FoldedMessages count={1} onShow={() => setShown(true)} />;
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

/**
 * Returns the id of the thread, as soon as the page knows of it. What was written before moves into the thread at the same
 * time, so that the field keeps it.
 */
function useThreadId(message: MessageView, thread: ThreadView | undefined, userId: string) {
  const learned = useLog(({ threads }) => threads[message.id]);
  const known = thread?.id ?? message.thread?.channelId;
  useLayoutEffect(() => {
    if (known !== undefined && learned === undefined) learnThread(userId, message.id, known);
  }, [known, learned, userId, message.id]);
  return thread?.id ?? learned;
}

interface ThreadTalkProps extends ThreadReader {
  place: TalkPlace;
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
  const { place, channelName, thread, targetSeq, me, hidden, people, slowMode, joinBar } = props;
  const { onMention, onRead, onShowMember } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const start = useNewestVersion(props.start);
  const threadId = useThreadId(start, thread, me.id);
  const isLoaded = thread !== undefined;
  useEffect(() => {
    if (isLoaded || threadId === undefined) return undefined;
    let isCurrent = true;
    // Only then, so that the panel does not fall back to its loading state.
    const showThread = async () => {
      await client.prefetchQuery(threadQuery(threadId));
      if (isCurrent) await navigate({ ...linkToTalk(place, { thread: threadId }), replace: true });
    };
    void showThread();
    return () => {
      isCurrent = false;
    };
  }, [client, navigate, place, threadId, isLoaded]);

  const talkId = threadId ?? start.id;
  const held = useHeldMessages(start.id);
  const hasPending = usePendingMessages(talkId).length + held.length > 0;
  const mayWrite = mayWriteIn(me.standing, me);
  const mayFollow = may(me.standing, 'followMessages');
  const { replyCount = 0, game } = start.thread ?? {};
  const commands = useGameCommands({ channelId: place.channelId, userId: me.id, gameId: game?.id });
  /** The thread when it was opened. */
  const [opened, setOpened] = useState(thread);
  if (opened === undefined && thread) setOpened(thread);
  const onReadThread = useCallback(
    (seq: number) => {
      if (threadId !== undefined && mayFollow) onRead(threadId, seq);
    },
    [threadId, mayFollow, onRead],
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
        {game && start.deletedAt === null && <GameInThread game={game} place={place} mayPlay={mayWrite} />}
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
          opened={mayFollow ? opened : null}
          targetSeq={targetSeq}
          onRead={onReadThread}
          onShowMember={onShowMember}
        />
      ) : (
        <section className="thread__none" aria-label={TEXTS.list}>
          {hasPending && <PendingMessages talkId={talkId} held={held} me={me} />}
          {!hasPending && threadId !== undefined && <LoadingFigure text={TEXTS.loading} />}
          {!hasPending && threadId === undefined && !isOver && (
            <EmptyState {...TEXTS.empty} stars={STARS} dotted={NOT_YET} />
          )}
        </section>
      )}
      <div className="chat__line">
        <TypingLine channelId={talkId} me={me.id} hidden={hidden} />
        <ConnectionBanner />
      </div>
      {isOver && <p className="thread__over small muted">{TEXTS.deletedStart}</p>}
      {!isOver && !mayWrite && joinBar}
      {!isOver && mayWrite && (
        <MessageComposer
          talkId={talkId}
          startsThread={threadId === undefined}
          channelName={channelName}
          label={TEXTS.label}
          userId={me.id}
          people={people}
          slowMode={slowMode}
          {...(game && { commands })}
          onMention={onMention}
        />
      )}
    </>
  );
}
