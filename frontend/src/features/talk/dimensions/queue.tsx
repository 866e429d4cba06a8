import './queue.css';
import { QUEUE_FILTERS, type QueueEntry, type QueueFilter, type ServerView } from '@oniverse/contracts';
import { Suspense, useId, useLayoutEffect, useRef, useState } from 'react';
import { useActive } from '../../../live/active-members.js';
import { KeyHints } from '../../../ui/key-hints.js';
import { RowButton } from '../../../ui/row-button.js';
import { Segmented } from '../../../ui/segmented.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { useOpenRow } from '../../../ui/use-open-row.js';
import { lookStore, usePublishedLook } from './looks.store.js';
import { QueueCase, summaryOf } from './queue-cases.js';
import { QUEUE_TEXTS as TEXTS } from './queue.texts.js';
import { StaffList } from './staff-list.js';
import { useQueue } from './staff.queries.js';

const FILTERS = QUEUE_FILTERS.map((value) => ({ value, title: TEXTS.filters[value] }));
const KEYS = ['J', 'K'] as const;
const rowId = (entryId: string) => `queue-${entryId}`;
const rowOf = (entryId: string) => document.getElementById(rowId(entryId));

interface EntryProps {
  serverId: string;
  entry: QueueEntry;
  isOpen: boolean;
  onToggle: () => void;
}

function Entry({ serverId, entry, isOpen, onToggle }: EntryProps) {
  const id = useId();
  const lookers = useActive(lookStore, entry.id);
  const { excerpt, ...summary } = summaryOf(entry);
  return (
    <li className={isOpen ? 'queue__entry is-open' : 'queue__entry'}>
      <RowButton
        id={rowId(entry.id)}
        aria-expanded={isOpen}
        aria-describedby={id}
        {...summary}
        excerpt={isOpen ? undefined : excerpt}
        onClick={onToggle}
      />
      <p id={id} className="small queue__looks" {...(isOpen && { role: 'status' })}>
        {lookers.length > 0 && TEXTS.looking(lookers.map(({ username }) => `@${username}`))}
      </p>
      {isOpen && (
        <div className="queue__case">
          <Suspense fallback={<SkeletonLines text={TEXTS.loading} />}>
            <QueueCase serverId={serverId} entry={entry} />
          </Suspense>
        </div>
      )}
    </li>
  );
}

interface EntriesProps {
  serverId: string;
  filter: QueueFilter;
}

/** The entries of the queue. One at a time is open. */
function Entries({ serverId, filter }: EntriesProps) {
  const [openId, setOpenId] = useState<string>();
  const queue = useQueue(serverId, filter);
  const { items, hasNextPage, fetchNextPage } = queue;
  const frame = useRef<HTMLDivElement>(null);
  const lastIndex = useRef(0);
  const openIndex = items?.findIndex(({ id }) => id === openId) ?? -1;
  usePublishedLook(serverId, items?.[openIndex]?.id);

  // After a decision the focus goes on to the next row. It stays closed: a second press must not decide about that one.
  useLayoutEffect(() => {
    if (openIndex >= 0) lastIndex.current = openIndex;
    else if (openId !== undefined && items && document.activeElement === document.body) {
      const next = items[Math.min(lastIndex.current, items.length - 1)];
      if (next) rowOf(next.id)?.focus();
    }
  }, [items, openId, openIndex]);

  useOpenRow(frame, {
    items,
    openId,
    rowOf,
    hasNextPage,
    fetchNextPage,
    onOpen: setOpenId,
    openEntry: () => (openId === undefined ? undefined : rowOf(openId)?.closest('li')),
  });

  return (
    <div ref={frame} className="queue">
      <StaffList list={queue} label={TEXTS.list} loading={TEXTS.loading} empty={TEXTS.empty[filter]}>
        {(entry) => (
          <Entry
            key={entry.id}
            serverId={serverId}
            entry={entry}
            isOpen={entry.id === openId}
            onToggle={() => setOpenId(entry.id === openId ? undefined : entry.id)}
          />
        )}
      </StaffList>
    </div>
  );
}

/** What waits for the staff of a dimension, as one list with a filter. */
export function Queue({ server: { id, isPublic } }: { server: Pick<ServerView, 'id' | 'isPublic'> }) {
  const [filter, setFilter] = useState<QueueFilter>('all');
  // A private dimension asks no questions.
  const filters = FILTERS.filter(({ value }) => isPublic || value !== 'application');
  return (
    <>
      <div className="queue__head">
        <Segmented label={TEXTS.filter} segments={filters} value={filter} onChange={setFilter} />
        <KeyHints keys={KEYS} text={TEXTS.keys} />
      </div>
      <Entries key={filter} serverId={id} filter={filter} />
    </>
  );
}
