import './messages.css';
import { Virtualizer } from 'virtua';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { DeleteQuestion } from './message-edit.js';
import { EchoRow, MessageRow, type Viewer } from './message-row.js';
import { type Row, timeOf } from './message-rows.js';
import { loadOlder } from './messages.queries.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { type Conversation, useConversation } from './use-conversation.js';
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

interface LineProps {
  row: Row;
  me: Viewer;
  arrived: readonly number[];
  named: number | undefined;
  onShowMember: (userId: string) => void;
}

function Line({ row, me, arrived, named, onShowMember }: LineProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div className="day">
          <span>{row.label}</span>
        </div>
      );
    case 'unread':
      return (
        <div className="unread">
          <span>{MESSAGE_TEXTS.unread(row.count, row.since && timeOf(row.since))}</span>
        </div>
      );
    case 'message':
      return (
        <MessageRow
          message={row.message}
          me={me}
          continues={row.continues}
          isNamed={row.message.seq === named}
          onShowMember={onShowMember}
          isNew={row.message.userId !== me.id && arrived.includes(row.message.seq)}
        />
      );
    case 'echo':
      return <EchoRow entry={row.entry} me={me} continues={row.continues} />;
    default:
      return row satisfies never;
  }
}

/** Reads out what has just come, and nothing that was there before. */
function Announcer({ messages, arrived, me }: Pick<Conversation, 'messages' | 'arrived'> & { me: Viewer }) {
  const heard = messages.filter(({ seq, userId }) => arrived.includes(seq) && userId !== me.id);
  return (
    <div role="log" className="vh">
      {heard.map(({ id, author, content }) => (
        <p key={id}>{MESSAGE_TEXTS.announced(author?.username ?? MESSAGE_TEXTS.departed, content)}</p>
      ))}
    </div>
  );
}

function OlderNotice({ channelId, older }: { channelId: string; older: Conversation['older'] }) {
  if (older === 'idle') return null;
  return (
    <div className="older small">
      {older === 'loading' ? (
        <output>{MESSAGE_TEXTS.loadingOlder}</output>
      ) : (
        <>
          <span role="alert">{MESSAGE_TEXTS.olderFailed}</span>
          <Button small onClick={() => void loadOlder(channelId)}>
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
  onShowMember: (userId: string) => void;
}

/** The conversation of a channel, live. Another channel needs another one: give it a key. */
export function MessageList(props: MessageListProps) {
  const { channelId, channelName, me, readSeq, named, onRead, onShowMember } = props;
  const line = useUnreadLine(readSeq);
  const conversation = useConversation(
    channelId,
    line.after === null ? undefined : { after: line.after, me: me.id },
  );
  const { ready, rows, messages, older, refusal, arrived } = conversation;
  const { list, scroller, shift, below, onScroll, onResize, toLatest } = useStayPut(
    channelId,
    conversation,
    named,
  );
  useReading({
    newest: ready ? (messages.at(-1)?.seq ?? 0) : 0,
    isAtEnd: below === null,
    onRead,
    onLeave: (seq) => {
      if (readSeq !== null) line.moveTo(seq);
    },
  });
  return (
    <div className="talk">
      <Announcer messages={messages} arrived={arrived} me={me} />
      <OlderNotice channelId={channelId} older={older} />
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
              arrived={arrived}
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
      <DeleteQuestion />
    </div>
  );
}
