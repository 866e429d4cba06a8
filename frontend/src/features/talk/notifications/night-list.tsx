import './night-log.css';
import type { NotificationFilter, NotificationView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { daysBetween, formatDate, formatDay, formatWeekday, isNamedByWeekday } from '../../../ui/dates.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { KeyHints } from '../../../ui/key-hints.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { useToday } from '../../../ui/now.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { pressButtonOf, useListKeys } from '../../../ui/use-list-keys.js';
import { NightRow } from './night-row.js';
import { logQuery } from './notifications.queries.js';
import { NIGHT_TEXTS } from './notifications.texts.js';
import { RowActions } from './row-actions.js';
import { placeOf, type RowPlace, useMovingRows, type useRowMoves } from './row-moves.js';
import { ROW_TEXTS } from './rows.texts.js';

const WEEK_DAYS = 7;

function dayTitle(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return NIGHT_TEXTS.today;
  if (days === -1) return ROW_TEXTS.tomorrowTitle;
  if (days < 0) return (days > -WEEK_DAYS ? formatWeekday : formatDate)(at);
  return (isNamedByWeekday(at, now) ? formatWeekday : formatDay)(at);
}

/** Groups rows by the day of the reader's clock. Those with a reminder are in the day when they come back. */
function daysOf(
  rows: readonly NotificationView[],
  now: number,
): { title: string; rows: NotificationView[] }[] {
  const days: { title: string; rows: NotificationView[] }[] = [];
  for (const row of rows) {
    const title = dayTitle(Date.parse(row.remindAt ?? row.createdAt), now);
    const last = days.at(-1);
    if (last?.title === title) last.rows.push(row);
    else days.push({ title, rows: [row] });
  }
  return days;
}

const STARS = [
  { x: 40, y: 70, r: 1.8 },
  { x: 80, y: 30, r: 2.8 },
  { x: 120, y: 64, r: 1.6 },
] as const;

const ROWS = '.night-row';
const KEYS = ['J', 'K', 'E', 'Z'] as const;

/** Returns whether there is such a row. */
function focusRow(elements: readonly HTMLElement[], index: number): boolean {
  elements[index]?.focus();
  return elements[index] !== undefined;
}

interface NightListProps {
  filter: NotificationFilter | undefined;
  moves: ReturnType<typeof useRowMoves>;
}

/** The rows of a filter, by day. */
export function NightList({ filter, moves }: NightListProps) {
  const today = useToday();
  const list = useInfiniteQuery(logQuery(filter));
  const moving = useMovingRows();
  const frame = useRef<HTMLDivElement>(null);
  const lastIndex = useRef(0);
  const rows = list.data?.pages.flatMap(({ items }) => items).filter(({ id }) => !moving.includes(id)) ?? [];

  const elementsOf = () => [...(frame.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
  const go = (step: number) => {
    const elements = elementsOf();
    const focused = elements.findIndex((element) => element.contains(document.activeElement));
    const isFound = focusRow(elements, focused < 0 ? lastIndex.current : focused + step);
    if (!isFound && step > 0 && list.hasNextPage) void list.fetchNextPage();
  };
  const press = (letter: string) =>
    letter === 'Z' ? moves.undo() : pressButtonOf(document.activeElement?.closest(ROWS), letter);
  useListKeys(frame, { rows: ROWS, go, press });

  const move = (row: NotificationView, to: RowPlace) => {
    const at = rows.indexOf(row);
    const isLast = at === rows.length - 1;
    // The focus goes on to the next row before this one leaves.
    focusRow(elementsOf(), isLast ? at - 1 : at + 1);
    lastIndex.current = Math.max(0, isLast ? at - 1 : at);
    moves.move({ row: row.id, from: placeOf(row, filter), to });
  };

  if (list.isPending) return <SkeletonLines text={NIGHT_TEXTS.loading} />;
  if (!list.data) return <Failure text={NIGHT_TEXTS.failed} onRetry={() => void list.refetch()} />;
  if (rows.length === 0 && !list.hasNextPage) {
    return (
      <EmptyState
        title={filter ? ROW_TEXTS.nothing : NIGHT_TEXTS.empty}
        text={filter ? ROW_TEXTS.nothingOf[filter] : NIGHT_TEXTS.emptyText}
        stars={STARS}
        edges={[]}
      />
    );
  }
  return (
    <div ref={frame}>
      <KeyHints keys={KEYS} text={ROW_TEXTS.keys} />
      {daysOf(rows, today).map(({ title, rows: ofDay }) => (
        <section key={title} aria-label={title}>
          <h2 className="night__day">{title}</h2>
          <ol className="night__list">
            {ofDay.map((row) => (
              <NightRow
                key={row.id}
                row={row}
                actions={<RowActions kind={row.kind} filter={filter} onMove={(to) => move(row, to)} />}
              />
            ))}
          </ol>
        </section>
      ))}
      <MoreOfList name={NIGHT_TEXTS.more} list={list} />
      {!list.hasNextPage && filter !== 'reminders' && (
        <p className="night__end small muted">{NIGHT_TEXTS.end}</p>
      )}
    </div>
  );
}
