import './message-list.css';
import type { MessageView } from '@oniverse/contracts';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { JumpBar, type OpenedChannel, useJumps } from '../attention/index.js';
import { usePrinting } from '../../../ui/printing.js';
import type { HiddenById } from '../../safety/safety/index.js';
import { useFilesInUse } from '../attachments/index.js';
import { HeldRow } from './held-row.js';
import { quotedName } from './message-quote.js';
import { PendingRow, MessageRow } from './message-row.js';
import { type Row, formatTime, indexesOfFiles, usualHeight } from './message-rows.js';
import { loadNewer, loadOlder, messageText, type PageState, type Side } from '../log/index.js';
import { FoldedMessages } from './folded-messages.js';
import { useAskedJump } from './jumps.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { HIGHLIGHT_MS, useConversation } from './use-conversation.js';
import type { ThreadParts, Viewer } from './talk-context.js';
import { useReadTracking, useUnreadLine } from './use-read-tracking.js';
import { type ScrollTarget, useScrollPosition } from './use-scroll-position.js';

const BUBBLE = [
  { x: 34, y: 22, r: 2.6 },
  { x: 122, y: 18, r: 2 },
  { x: 132, y: 58, r: 2.2 },
  { x: 78, y: 64, r: 1.8 },
  { x: 54, y: 84, r: 2.6 },
  { x: 52, y: 62, r: 1.6 },
  { x: 28, y: 56, r: 2 },
] as const;
const BUBBLE_LINES = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [5, 6],
  [6, 0],
] as const;

function Divider({ className, text }: { className: 'day' | 'unread'; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <hr> cannot contain text
    <div className={className} role="separator" aria-label={text}>
      <span>{text}</span>
    </div>
  );
}

interface ConversationRowProps {
  row: Row;
  start: ReactNode;
  me: Viewer;
  isNew: boolean;
  targetSeq: number | undefined;
  jump: ScrollTarget | undefined;
  isUnreadCounted: boolean;
  hidden: HiddenById | undefined;
  threads: ThreadParts | undefined;
  onJump: (seq: number) => void;
  onShowMember: (userId: string, username: string) => void;
  onShowFolded: (messages: readonly MessageView[]) => void;
}

function ConversationRow(props: ConversationRowProps) {
  const { row, start, me, isNew, targetSeq, jump, isUnreadCounted, hidden, threads } = props;
  const { onJump, onShowMember, onShowFolded } = props;
  switch (row.kind) {
    case 'start':
      return start;
    case 'day':
      return <Divider className="day" text={row.label} />;
    case 'unread':
      return (
        <Divider
          className="unread"
          text={MESSAGE_TEXTS.unread(
            isUnreadCounted ? row.count : undefined,
            row.since && formatTime(row.since),
          )}
        />
      );
    case 'message':
      return (
        <MessageRow
          message={row.message}
          me={me}
          continues={row.continues}
          isTarget={row.message.seq === (jump?.seq ?? targetSeq)}
          isQuoteFolded={row.isQuoteFolded}
          hidden={hidden}
          threads={threads}
          jump={row.message.seq === jump?.seq ? jump : undefined}
          onJump={onJump}
          onShowMember={onShowMember}
          isNew={isNew}
        />
      );
    case 'folded':
      return <FoldedMessages count={row.messages.length} onShow={() => onShowFolded(row.messages)} />;
    case 'held':
      return <HeldRow held={row.held} me={me} />;
    case 'pending':
      return <PendingRow entry={row.entry} me={me} continues={row.continues} />;
    default:
      return row satisfies never;
  }
}

function announcement({ author, replyTo, content }: MessageView, me: string): string {
  const name = author?.username ?? MESSAGE_TEXTS.departedMember;
  return replyTo
    ? MESSAGE_TEXTS.announcedReply(
        name,
        replyTo.userId === me ? MESSAGE_TEXTS.you : quotedName(replyTo),
        messageText(content),
      )
    : MESSAGE_TEXTS.announced(name, messageText(content));
}

function Announcer({ incoming, me }: { incoming: readonly MessageView[]; me: string }) {
  return (
    <div role="log" className="vh">
      {incoming.map((message) => (
        <p key={message.id}>{announcement(message, me)}</p>
      ))}
    </div>
  );
}

/** Returns where the reader asked to jump since the list is shown. */
function useAsked(channelId: string): ScrollTarget | undefined {
  const asked = useAskedJump(({ jump }) => jump);
  const [before] = useState(asked);
  return asked === null || asked === before || asked.channelId !== channelId ? undefined : asked;
}

/**
 * Jumps to a message: first to that of the address. Once it is loaded, it is highlighted for a moment and takes the
 * focus. After a jump, the target is that of the address.
 */
function useJump(channelId: string, targetSeq: number | undefined, messages: readonly MessageView[]) {
  const fromAddress = useMemo(() => (targetSeq === undefined ? undefined : { seq: targetSeq }), [targetSeq]);
  const [jump, setJump] = useState<ScrollTarget | undefined>(fromAddress);
  const [lastAddress, setLastAddress] = useState(fromAddress);
  if (lastAddress !== fromAddress) {
    setLastAddress(fromAddress);
    setJump(fromAddress);
  }
  const asked = useAsked(channelId);
  const [lastAsked, setLastAsked] = useState(asked);
  if (lastAsked !== asked) {
    setLastAsked(asked);
    if (asked) setJump(asked);
  }
  const isLoaded = messages.some(({ seq }) => seq === jump?.seq);
  useEffect(() => {
    if (!jump || !isLoaded) return undefined;
    const timer = setTimeout(() => setJump(undefined), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [jump, isLoaded]);
  return { jump, target: jump ?? fromAddress, jumpTo: useCallback((seq: number) => setJump({ seq }), []) };
}

const LOADERS = { older: loadOlder, newer: loadNewer } as const;

interface PageNoticeProps {
  channelId: string;
  side: Side;
  state: PageState;
}

function PageNotice({ channelId, side, state }: PageNoticeProps) {
  if (state === 'idle') return null;
  const texts = MESSAGE_TEXTS.page[side];
  return (
    <div className={`history history--${side} small`}>
      {state === 'loading' ? (
        <output>{texts.loading}</output>
      ) : (
        <>
          <span role="alert">{texts.failed}</span>
          <Button small onClick={() => void LOADERS[side](channelId)}>
            {MESSAGE_TEXTS.tryAgain}
          </Button>
        </>
      )}
    </div>
  );
}

interface MessageListProps {
  channelId: string;
  channelName: string;
  /** Names the list of a thread. */
  label?: string;
  /** Shown while there are no messages. */
  empty?: { title: string; text: string };
  /** Stands before the first message, also while there is none. */
  start?: ReactNode;
  me: Viewer;
  /** The members with folded messages. Undefined until they are known: nothing is shown until then. */
  hidden: HiddenById | undefined;
  /** The channel when the member opened it; null for visitors. */
  opened: OpenedChannel | null;
  /** The `seq` of the message that the address points to. */
  targetSeq: number | undefined;
  threads?: ThreadParts;
  onRead: (seq: number) => void;
  onShowMember: (userId: string, username: string) => void;
}

/** The live conversation of a channel. Give it a key for each channel. */
export function MessageList(props: MessageListProps) {
  const { channelId, channelName, me, hidden, opened, targetSeq, threads, onRead, onShowMember } = props;
  const { label = MESSAGE_TEXTS.list(channelName), empty = MESSAGE_TEXTS.empty, start = null } = props;
  const line = useUnreadLine(opened?.readSeq ?? null);
  const { isRead, markRead } = line;
  const [shownIds, setShownIds] = useState<ReadonlySet<string>>(new Set());
  const folding = useMemo(() => hidden && { hidden, shownIds }, [hidden, shownIds]);
  const conversation = useConversation({
    channelId,
    folding,
    line: line.after === null ? undefined : { after: line.after, me: me.id },
    targetSeq,
    hasStart: start !== null,
  });
  const { ready, rows, first, newest, older, newer, segment, refusal, arrived } = conversation;
  const incoming = arrived.filter(
    ({ id, userId }) => userId !== me.id && (userId === null || !hidden?.has(userId) || shownIds.has(id)),
  );
  const unread = rows.find((row) => row.kind === 'unread');
  const isNew = (row: Row) => row.kind === 'message' && incoming.some(({ seq }) => seq === row.message.seq);
  const { jump, target, jumpTo } = useJump(channelId, targetSeq, conversation.messages);
  const jumps = useJumps({
    channelId,
    opened,
    after: line.after,
    firstUnread: unread?.seq,
    onJump: jumpTo,
    onMarkRead: () => {
      onRead(newest);
      markRead();
    },
  });
  const { list, scroller, shift, below, onScroll, onResize, jumpToLatest } = useScrollPosition(
    channelId,
    conversation,
    target,
    jumps.onView,
  );
  useReadTracking({
    newest: ready ? newest : 0,
    isAtEnd: below === null,
    onRead: useCallback(
      (seq: number) => {
        onRead(seq);
        markRead();
      },
      [onRead, markRead],
    ),
    onLeave: (seq) => {
      if (opened) line.moveTo(seq);
    },
  });
  const showFolded = useCallback(
    (folded: readonly MessageView[]) => {
      setShownIds((ids) => new Set([...ids, ...folded.map(({ id }) => id)]));
      // The button is gone.
      scroller.current?.focus();
    },
    [scroller],
  );
  // One count of new messages: the divider's until it is read, then the messages that arrived since.
  const counted = unread && !isRead ? unread.count : (below ?? 0);
  const isUnreadCounted = !isRead || counted === 0;
  const inUse = useFilesInUse(({ ids }) => ids);
  const keptRows = useMemo(() => indexesOfFiles(rows, inUse), [rows, inUse]);
  const isPrinting = usePrinting();
  const shared = {
    start,
    me,
    targetSeq,
    isUnreadCounted,
    hidden,
    threads,
    onJump: jumpTo,
    onShowMember,
    onShowFolded: showFolded,
  };
  return (
    <div className="talk">
      {/* The table of a game says its events. */}
      <Announcer incoming={incoming.filter(({ event }) => !event)} me={me.id} />
      {targetSeq !== undefined && ready && targetSeq > newest && (
        <output className="talk__note small">{MESSAGE_TEXTS.noSuchMessage}</output>
      )}
      {targetSeq !== undefined && ready && targetSeq < first && (
        <output className="talk__note small">{MESSAGE_TEXTS.expiredMessage}</output>
      )}
      <PageNotice channelId={channelId} side="older" state={older} />
      {ready && (
        <JumpBar
          jumps={jumps}
          count={unread?.count ?? opened?.unreadCount}
          since={unread?.since && formatTime(unread.since)}
        />
      )}
      <section
        ref={scroller}
        className="talk__log"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        {refusal !== undefined && (
          <p className="talk__mid muted" role="alert">
            {refusal}
          </p>
        )}
        {!ready && rows.length === 0 && refusal === undefined && (
          <div className="talk__mid">
            <LoadingFigure text={MESSAGE_TEXTS.loading} />
          </div>
        )}
        {ready && rows.length === 0 && (
          <div className="talk__mid">
            <EmptyState {...empty} stars={BUBBLE} edges={BUBBLE_LINES} />
          </div>
        )}
        {rows.length > 0 && <div className="talk__push" />}
        <Virtualizer
          // Takes the item size only when it mounts, so it mounts again with the first rows.
          key={rows.length === 0 ? 'empty' : segment}
          ref={list}
          scrollRef={scroller}
          as="ol"
          item="li"
          itemSize={usualHeight(rows)}
          keepMounted={keptRows}
          shift={shift}
          onScroll={onScroll}
          onResize={onResize}
        >
          {rows.map((row) => (
            <ConversationRow key={row.key} {...shared} row={row} isNew={isNew(row)} jump={jump} />
          ))}
        </Virtualizer>
        {isPrinting && (
          <ol className="talk__paper">
            {rows.map((row) => (
              <li key={row.key}>
                <ConversationRow {...shared} row={row} isNew={false} jump={undefined} />
              </li>
            ))}
          </ol>
        )}
      </section>
      {below !== null && (
        <div className="talk__jump">
          <Button small onClick={jumpToLatest}>
            {MESSAGE_TEXTS.jump(counted)}
          </Button>
        </div>
      )}
      <PageNotice channelId={channelId} side="newer" state={newer} />
    </div>
  );
}
