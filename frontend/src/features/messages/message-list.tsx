import './messages.css';
import type { MessageView } from '@oniverse/contracts';
import { Virtualizer } from 'virtua';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { DeleteQuestion } from './message-edit.js';
import { EchoRow, MessageRow, type Viewer } from './message-row.js';
import { type Row, timeOf } from './message-rows.js';
import { loadNewer, loadOlder } from './messages.queries.js';
import type { PageState, Side } from './messages.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { useConversation } from './use-conversation.js';
import { useReading, useUnreadLine } from './use-reading.js';
import { useStayPut } from './use-stay-put.js';

/** A speech bubble of stars. */
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

/** A line across the conversation, with its name on it. */
function Divider({ className, text }: { className: 'day' | 'unread'; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tag for it holds no text
    <div className={className} role="separator" aria-label={text}>
      <span>{text}</span>
    </div>
  );
}

interface LineProps {
  row: Row;
  me: Viewer;
  isNew: boolean;
  named: number | undefined;
  onShowMember: (userId: string, username: string) => void;
}

function Line({ row, me, isNew, named, onShowMember }: LineProps) {
  switch (row.kind) {
    case 'day':
      return <Divider className="day" text={row.label} />;
    case 'unread':
      return (
        <Divider className="unread" text={MESSAGE_TEXTS.unread(row.count, row.since && timeOf(row.since))} />
      );
    case 'message':
      return (
        <MessageRow
          message={row.message}
          me={me}
          continues={row.continues}
          isNamed={row.message.seq === named}
          onShowMember={onShowMember}
          isNew={isNew}
        />
      );
    case 'echo':
      return <EchoRow entry={row.entry} me={me} continues={row.continues} />;
    default:
      return row satisfies never;
  }
}

/** Reads out what has just come, and nothing that was there before. */
function Announcer({ heard }: { heard: readonly MessageView[] }) {
  return (
    <div role="log" className="vh">
      {heard.map(({ id, author, content }) => (
        <p key={id}>{MESSAGE_TEXTS.announced(author?.username ?? MESSAGE_TEXTS.departed, content)}</p>
      ))}
    </div>
  );
}

const LOADERS = { older: loadOlder, newer: loadNewer } as const;

interface PageNoticeProps {
  channelId: string;
  side: Side;
  state: PageState;
}

/** How the loading of history stands, at the end of the list that it is for. */
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
  me: Viewer;
  /** How far the channel was read when it was opened; null for one who has nothing to read in it. */
  readSeq: number | null;
  /** The message that the address names. */
  named: number | undefined;
  onRead: (seq: number) => void;
  onShowMember: (userId: string, username: string) => void;
}

/** The conversation of a channel, live. Another channel needs another one: give it a key. */
export function MessageList(props: MessageListProps) {
  const { channelId, channelName, me, readSeq, named, onRead, onShowMember } = props;
  const line = useUnreadLine(readSeq);
  const conversation = useConversation({
    channelId,
    line: line.after === null ? undefined : { after: line.after, me: me.id },
    named,
  });
  const { ready, rows, newest, older, newer, stretch, refusal, arrived } = conversation;
  const heard = arrived.filter(({ userId }) => userId !== me.id);
  const isNew = (row: Row) => row.kind === 'message' && heard.some(({ seq }) => seq === row.message.seq);
  const { list, scroller, shift, below, onScroll, onResize, toLatest } = useStayPut(
    channelId,
    conversation,
    named,
  );
  useReading({
    newest: ready ? newest : 0,
    isAtEnd: below === null,
    onRead,
    onLeave: (seq) => {
      if (readSeq !== null) line.moveTo(seq);
    },
  });
  return (
    <div className="talk">
      <Announcer heard={heard} />
      <PageNotice channelId={channelId} side="older" state={older} />
      <section
        ref={scroller}
        className="talk__log"
        aria-label={MESSAGE_TEXTS.list(channelName)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
      >
        {refusal !== undefined && (
          <p className="talk__mid t2" role="alert">
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
            <EmptyState {...MESSAGE_TEXTS.empty} stars={BUBBLE} edges={BUBBLE_LINES} />
          </div>
        )}
        {rows.length > 0 && <div className="talk__push" />}
        <Virtualizer
          key={stretch}
          ref={list}
          scrollRef={scroller}
          as="ol"
          item="li"
          shift={shift}
          onScroll={onScroll}
          onResize={onResize}
        >
          {rows.map((row) => (
            <Line
              key={row.key}
              row={row}
              me={me}
              isNew={isNew(row)}
              named={named}
              onShowMember={onShowMember}
            />
          ))}
        </Virtualizer>
        {below !== null && (
          <div className="talk__jump">
            <Button small onClick={toLatest}>
              {MESSAGE_TEXTS.jump(below)}
            </Button>
          </div>
        )}
      </section>
      <PageNotice channelId={channelId} side="newer" state={newer} />
      <DeleteQuestion />
    </div>
  );
}
