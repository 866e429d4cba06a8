import './announcement.css';
import '../../../ui/close-button.css';
import { type AnnouncementView, getAnnouncement, type MaintenanceView } from '@oniverse/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { queryOf } from '../../../api/calls.js';
import { serverNow } from '../../../api/server-clock.js';
import { useConnection } from '../../../live/connection.store.js';
import { onLive } from '../../../live/live.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { useIsPast } from '../../../live/use-is-past.js';
import { Icon } from '../../../ui/icons.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { endText, timeSpan } from '../../../ui/dates.js';
import { ANNOUNCEMENT_TEXTS as TEXTS } from './announcements.texts.js';

const announcementQuery = queryOf(getAnnouncement);
const { queryKey: KEY } = announcementQuery;
const STATUS_PATH = '/status';
/** An event brings the announcement itself. */
const NO_HINTS = [] as const;
/** How often a page asks that hears of nothing: that of a visitor, or one that lost its connection. */
export const ANNOUNCEMENT_REFETCH_MS = 60_000;

/** From when a planned maintenance is shown. */
const PLANNED_MS = 24 * 3_600_000;

/** Returns what was put away on this device under a key, and how to put something away. */
function usePutAway(key: string): [string | null, (shown: string) => void] {
  const [putAway, setPutAway] = useState(() => readPutAway(key));
  return [
    putAway,
    (shown) => {
      storePutAway(key, shown);
      setPutAway(shown);
    },
  ];
}

function readPutAway(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function storePutAway(key: string, shown: string): void {
  try {
    localStorage.setItem(key, shown);
  } catch {
    // Storage is blocked: it returns on the next page load.
  }
}

/** Keeps the pages below clear of what it shows. */
function Banner({ children }: { children: ReactNode }) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = banner.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--banner', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--banner');
    };
  }, []);
  return (
    <div className="banner" ref={banner}>
      {children}
    </div>
  );
}

interface ContentProps {
  title: string;
  text: string | null;
  link: string | null;
  onPutAway?: (() => void) | undefined;
}

function Content({ title, text, link, onPutAway }: ContentProps) {
  return (
    <>
      {MENU_ICONS.clock}
      <span className="banner__text">
        <b dir="auto">{title}</b> <bdi>{text}</bdi>
      </span>
      {link !== null && (
        <a
          className="link"
          href={link}
          {...(!link.startsWith('/') && { target: '_blank', rel: 'noreferrer' })}
        >
          {TEXTS.details}
        </a>
      )}
      {onPutAway && (
        <button type="button" className="close" aria-label={TEXTS.putAway} onClick={onPutAway}>
          <Icon name="close" small />
        </button>
      )}
    </>
  );
}

/** Returns the announcement unless it is over, or was put away. */
function useAnnouncement(announcement: AnnouncementView | null): ReactNode {
  const [putAway, putAwayNow] = usePutAway('oni-announcement');
  const isOver = useIsPast(announcement ? Date.parse(announcement.endsAt) : undefined);
  if (!announcement || isOver) return null;
  const { id, title, text, link } = announcement;
  const shown = JSON.stringify([id, title, text, link]);
  if (shown === putAway) return null;
  return (
    <section key={shown} className="banner__inner" aria-label={TEXTS.label}>
      <Content title={title} text={text} link={link} onPutAway={() => putAwayNow(shown)} />
    </section>
  );
}

/** Returns what runs or is planned soon. Only what is planned can be put away. */
function useMaintenance(maintenance: MaintenanceView | null): ReactNode {
  const [putAway, putAwayNow] = usePutAway('oni-maintenance');
  const start = maintenance ? Date.parse(maintenance.startsAt) : 0;
  const end = maintenance?.endsAt ? Date.parse(maintenance.endsAt) : null;
  const isSoon = useIsPast(maintenance ? start - PLANNED_MS : undefined);
  const isRunning = useIsPast(maintenance ? start : undefined);
  const isOver = useIsPast(end ?? undefined);
  if (!maintenance || !isSoon || isOver) return null;
  const shown = JSON.stringify(maintenance);
  if (!isRunning && shown === putAway) return null;
  const now = serverNow();
  return (
    <output className="banner__inner">
      <Content
        title={
          isRunning
            ? TEXTS.readOnly(end === null ? undefined : endText(end, now))
            : TEXTS.planned(timeSpan(start, end, now))
        }
        text={[maintenance.text, isRunning ? TEXTS.waits : TEXTS.willWait].filter(Boolean).join(' ')}
        link={STATUS_PATH}
        onPutAway={isRunning ? undefined : () => putAwayNow(shown)}
      />
    </output>
  );
}

/**
 * What staff announce to everyone and the maintenance, below the navigation. A reader can put away what is announced or planned on
 * this device, until it changes.
 */
export function AnnouncementBanner() {
  const client = useQueryClient();
  const isLive = useConnection(({ status }) => status === 'live');
  const { data } = useQuery({
    ...announcementQuery,
    refetchInterval: ({ state }) => (isLive && state.data ? false : ANNOUNCEMENT_REFETCH_MS),
  });
  useHintedRefetch(KEY, NO_HINTS);
  useEffect(
    () =>
      onLive('announcement:changed', (current) => {
        // A fetch that began before would bring the earlier one back.
        void client.cancelQueries({ queryKey: KEY });
        client.setQueryData(KEY, current);
      }),
    [client],
  );
  const maintenance = useMaintenance(data?.maintenance ?? null);
  const announcement = useAnnouncement(data?.announcement ?? null);
  return (
    (maintenance || announcement) && (
      <Banner>
        {maintenance}
        {announcement}
      </Banner>
    )
  );
}
