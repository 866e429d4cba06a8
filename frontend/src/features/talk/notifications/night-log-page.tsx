import './night-log.css';
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationView } from '@oniverse/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { failureMessageOf } from '../../../api/http.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { Button } from '../../../ui/button.js';
import { daysBetween, formatDay, formatWeekday, isNamedByWeekday } from '../../../ui/dates.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icons.js';
import { MoreOnScroll } from '../../../ui/more-on-scroll.js';
import { useToday } from '../../../ui/now.js';
import { PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Tabs } from '../../../ui/tabs.js';
import { NotificationControls } from './notification-controls.js';
import { NightRow } from './night-row.js';
import { logQuery, stateQuery, useMarkRead } from './notifications.queries.js';
import { NIGHT_TEXTS } from './notifications.texts.js';

const TABS = ['all', ...NOTIFICATION_KINDS] as const;

function dayTitle(at: number, now: number): string {
  if (daysBetween(at, now) === 0) return NIGHT_TEXTS.today;
  return (isNamedByWeekday(at, now) ? formatWeekday : formatDay)(at);
}

/** Groups rows by the day of the reader's clock. */
function daysOf(
  rows: readonly NotificationView[],
  now: number,
): { title: string; rows: NotificationView[] }[] {
  const days: { title: string; rows: NotificationView[] }[] = [];
  for (const row of rows) {
    const title = dayTitle(Date.parse(row.createdAt), now);
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

function NightList({ kind }: { kind: NotificationKind | undefined }) {
  const today = useToday();
  const {
    data,
    isPending,
    isError,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = useInfiniteQuery(logQuery(kind));
  if (isPending) return <SkeletonLines text={NIGHT_TEXTS.loading} />;
  if (!data) return <Failure text={NIGHT_TEXTS.failed} onRetry={() => void refetch()} />;
  const rows = data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) {
    return <EmptyState title={NIGHT_TEXTS.empty} text={NIGHT_TEXTS.emptyText} stars={STARS} edges={[]} />;
  }
  return (
    <>
      {daysOf(rows, today).map(({ title, rows: ofDay }) => (
        <section key={title} aria-label={title}>
          <h2 className="night__day">{title}</h2>
          <ol className="night__list">
            {ofDay.map((row) => (
              <NightRow key={row.id} row={row} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage ? (
        <MoreOnScroll
          name={NIGHT_TEXTS.more}
          pending={isFetchingNextPage}
          error={isError && isFetchNextPageError ? failureMessageOf(error) : undefined}
          onMore={() => void fetchNextPage()}
        />
      ) : (
        <p className="night__end small muted">{NIGHT_TEXTS.end}</p>
      )}
    </>
  );
}

/** The night log with its settings. @param given the kind that it shows, by the address; any other shows all */
export function NightLogPage({ kind: given }: { kind: string | undefined }) {
  const kind = NOTIFICATION_KINDS.find((known) => known === given);
  usePageTitle(NIGHT_TEXTS.title);
  const navigate = useNavigate();
  // The ring agrees with the log, whatever was missed.
  const { data: state } = useQuery({ ...stateQuery, refetchOnMount: 'always' });
  const markRead = useMarkRead();
  return (
    <PageFrame className="page wrap">
      <PageHead
        title={NIGHT_TEXTS.title}
        actions={
          <Button
            small
            disabled={state?.isUnread !== true}
            pending={markRead.isPending && NIGHT_TEXTS.markAll}
            onClick={() => markRead.mutate({})}
          >
            <Icon name="check" small />
            {NIGHT_TEXTS.markAll}
          </Button>
        }
      />
      <Tabs
        label={NIGHT_TEXTS.title}
        value={kind ?? 'all'}
        tabs={TABS.map((tab) => ({
          value: tab,
          title: NIGHT_TEXTS.tabs[tab],
          content: (
            <div className="night">
              <div>
                <NightList kind={tab === 'all' ? undefined : tab} />
              </div>
              <aside>
                <NotificationControls />
              </aside>
            </div>
          ),
        }))}
        onChange={(tab) =>
          void navigate({ to: '/notifications', search: tab === 'all' ? {} : { kind: tab }, replace: true })
        }
      />
    </PageFrame>
  );
}
