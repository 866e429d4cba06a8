import './announcement.css';
import '../../../ui/close-button.css';
import { type AnnouncementView, getAnnouncement } from '@oniverse/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '../../../api/calls.js';
import { useConnection } from '../../../live/connection.store.js';
import { onLive } from '../../../live/live.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { useIsPast } from '../../../live/use-is-past.js';
import { Icon } from '../../../ui/icons.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { ANNOUNCEMENT_TEXTS as TEXTS } from './announcements.texts.js';

const announcementQuery = queryOf(getAnnouncement);
const { queryKey: KEY } = announcementQuery;
/** An event brings the announcement itself. */
const NO_HINTS = [] as const;
/** How often a page asks that hears of nothing: that of a visitor, or one that lost its connection. */
export const ANNOUNCEMENT_REFETCH_MS = 60_000;

const PUT_AWAY_KEY = 'oni-announcement';

function readPutAway(): string | null {
  try {
    return localStorage.getItem(PUT_AWAY_KEY);
  } catch {
    return null;
  }
}

function storePutAway(shown: string): void {
  try {
    localStorage.setItem(PUT_AWAY_KEY, shown);
  } catch {
    // Storage is blocked: the announcement returns on the next page load.
  }
}

/** Keeps the pages below an announcement clear of it. */
function useOwnHeight() {
  const banner = useRef<HTMLElement>(null);
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
  return banner;
}

interface BannerProps {
  announcement: AnnouncementView;
  onPutAway: () => void;
}

function Banner({ announcement: { title, text, link }, onPutAway }: BannerProps) {
  const banner = useOwnHeight();
  return (
    <section className="banner" ref={banner} aria-label={TEXTS.label}>
      <div className="banner__inner">
        {MENU_ICONS.clock}
        <p className="banner__text">
          <b dir="auto">{title}</b> <bdi>{text}</bdi>
        </p>
        {link !== null && (
          <a
            className="link"
            href={link}
            {...(!link.startsWith('/') && { target: '_blank', rel: 'noreferrer' })}
          >
            {TEXTS.details}
          </a>
        )}
        <button type="button" className="close" aria-label={TEXTS.putAway} onClick={onPutAway}>
          <Icon name="close" small />
        </button>
      </div>
    </section>
  );
}

/** What staff announce to everyone, below the navigation. A reader can put it away on this device, until it changes. */
export function AnnouncementBanner() {
  const client = useQueryClient();
  const isLive = useConnection(({ status }) => status === 'live');
  const { data } = useQuery({
    ...announcementQuery,
    refetchInterval: ({ state }) => (isLive && state.data ? false : ANNOUNCEMENT_REFETCH_MS),
  });
  const [putAway, setPutAway] = useState(readPutAway);
  const announcement = data?.announcement ?? null;
  const isOver = useIsPast(announcement ? Date.parse(announcement.endsAt) : undefined);
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
  if (!announcement || isOver) return null;
  const shown = JSON.stringify([announcement.id, announcement.title, announcement.text, announcement.link]);
  if (shown === putAway) return null;
  return (
    <Banner
      key={shown}
      announcement={announcement}
      onPutAway={() => {
        storePutAway(shown);
        setPutAway(shown);
      }}
    />
  );
}
