import './channel-files.css';
import { CHANNEL_FILE_FILTERS, type ChannelFileFilter, type MessageView } from '@oniverse/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Dialog } from '../../../ui/dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { keyOf } from '../../../ui/keys.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { Segmented } from '../../../ui/segmented.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import {
  FoldedMessages,
  jumpToMessage,
  linkToTalk,
  type TalkPlace,
  useListedMessages,
} from '../messages/index.js';
import { useChannelFiles } from './channel-files.queries.js';
import { CHANNEL_FILES_TEXTS as TEXTS } from './channel-files.texts.js';
import { ENTRY, entriesOf, FileEntry } from './file-entry.js';
import { nextEntry } from './next-entry.js';

const FILTERS = CHANNEL_FILE_FILTERS.map((value) => ({ value, title: TEXTS.filters[value] }));
/** A star, and where the next ones may appear. */
const STARS = [
  { x: 34, y: 72, r: 2.6 },
  { x: 84, y: 30, r: 1.6 },
  { x: 128, y: 66, r: 1.6 },
] as const;
const NOT_YET = [
  [0, 1],
  [1, 2],
] as const;

/** Moves the focus between the entries by the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
  const entries = [...currentTarget.querySelectorAll<HTMLElement>(ENTRY)];
  const own = target.closest('li')?.querySelector(ENTRY);
  const at = entries.findIndex((entry) => entry === own);
  if (at === -1) return;
  const places = entries.map((entry) => entry.getBoundingClientRect());
  const next = nextEntry(places, at, keyOf(event));
  if (next === undefined) return;
  event.preventDefault();
  entries[next]?.focus();
}

interface EntriesProps {
  channelId: string;
  filter: ChannelFileFilter;
  labelledBy: string;
  onJump: (message: MessageView) => void;
}

/** The entries of a filter. Those of hidden members are folded, as in the conversation. */
function Entries({ channelId, filter, labelledBy, onJump }: EntriesProps) {
  const list = useChannelFiles(channelId, filter);
  const { messages, isFolded, unfold } = useListedMessages(list.messages);
  if (list.isError && !list.messages)
    return <Failure text={TEXTS.failed} onRetry={() => void list.refetch()} />;
  if (!messages) return <SkeletonLines text={TEXTS.loading} count={3} />;
  const entries = messages.map((message) => ({ message, parts: entriesOf(message, filter) }));
  const listed = entries.filter(({ parts }) => parts.length > 0);
  return (
    <>
      {listed.length === 0 && !list.hasNextPage && (
        <EmptyState {...TEXTS.empty[filter]} stars={STARS} dotted={NOT_YET} />
      )}
      {listed.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between its buttons
        <ul
          className={filter === 'pictures' ? 'channel-files__plates' : undefined}
          aria-labelledby={labelledBy}
          onKeyDown={moveFocus}
        >
          {listed.flatMap(({ message, parts }) =>
            isFolded(message) ? (
              <li key={message.id} className="channel-files__folded">
                <FoldedMessages count={1} onShow={() => unfold(message.id)} />
              </li>
            ) : (
              parts.map((part) => (
                <FileEntry
                  key={`${message.id} ${part.key}`}
                  message={message}
                  part={part}
                  isInThread={message.channelId !== channelId}
                  onJump={() => onJump(message)}
                />
              ))
            ),
          )}
        </ul>
      )}
      <MoreOfList name={TEXTS.more} list={list} />
    </>
  );
}

interface ChannelFilesDialogProps {
  place: TalkPlace;
  threadId: string | undefined;
  onClose: () => void;
}

/** What members shared in a channel or thread, by its kind. Each entry jumps to its message. */
export default function ChannelFilesDialog({ place, threadId, onClose }: ChannelFilesDialogProps) {
  const [filter, setFilter] = useState<ChannelFileFilter>('pictures');
  const titleId = useId();
  const navigate = useNavigate();
  const openThread: unknown = useSearch({
    strict: false,
    select: (search: object) => Reflect.get(search, 'thread'),
  });
  const channelId = threadId ?? place.channelId;
  /** The message that the reader asked to see. */
  const target = useRef<MessageView>(undefined);
  const jump = ({ channelId: talkId, seq }: MessageView) => {
    if (talkId === channelId || talkId === openThread) jumpToMessage(talkId, seq);
    else void navigate(linkToTalk(place, { thread: talkId, message: seq }));
  };
  return (
    <Dialog
      wide
      title={<span id={titleId}>{TEXTS.title}</span>}
      onClose={onClose}
      onClosed={() => {
        if (target.current) jump(target.current);
      }}
    >
      <div className="channel-files">
        <div className="channel-files__filter">
          <Segmented label={TEXTS.filter} segments={FILTERS} value={filter} onChange={setFilter} />
        </div>
        <Entries
          key={filter}
          channelId={channelId}
          filter={filter}
          labelledBy={titleId}
          onJump={(message) => {
            target.current = message;
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}
