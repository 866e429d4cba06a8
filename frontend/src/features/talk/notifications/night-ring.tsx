import './night-ring.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icons.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { NightRow } from './night-row.js';
import { newestQuery, settingsQuery, stateQuery, useMarkRead } from './notifications.queries.js';
import { NIGHT_TEXTS } from './notifications.texts.js';

function Newest({ close }: { close: () => void }) {
  const { data, isPending, isError, refetch } = useInfiniteQuery(newestQuery);
  const { data: settings } = useQuery(settingsQuery);
  const markRead = useMarkRead();
  const rows = data?.pages[0]?.items ?? [];
  const isUnread = rows.some((row) => row.isUnread);
  return (
    <>
      <div className="night-popover__head">
        <h2 className="h4">{NIGHT_TEXTS.title}</h2>
        <button
          type="button"
          className="link small"
          disabled={!isUnread || markRead.isPending}
          onClick={() => markRead.mutate({})}
        >
          {NIGHT_TEXTS.markAll}
        </button>
      </div>
      {isPending && <SkeletonLines text={NIGHT_TEXTS.loading} />}
      {isError && <Failure text={NIGHT_TEXTS.failed} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <p className="night-popover__empty small muted">{NIGHT_TEXTS.emptyText}</p>
      )}
      {rows.length > 0 && (
        <ul className="night-popover__list">
          {rows.map((row) => (
            <NightRow key={row.id} row={row} short onFollow={close} />
          ))}
        </ul>
      )}
      <div className="night-popover__foot">
        <Link to="/notifications" className="link small" onClick={close}>
          {NIGHT_TEXTS.open}
        </Link>
        {settings?.quietFrom && <span className="tiny">{NIGHT_TEXTS.quietFrom(settings.quietFrom)}</span>}
      </div>
    </>
  );
}

/** The star by the member's name, with two warm circles while something is unread. Opens the newest entries. */
export function NightRing() {
  const { data } = useQuery(stateQuery);
  const [isOpen, setIsOpen] = useState(false);
  const isUnread = data?.isUnread === true;
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        className={isUnread ? 'night-ring is-on' : 'night-ring'}
        aria-label={isUnread ? NIGHT_TEXTS.ringUnread : NIGHT_TEXTS.ring}
      >
        <Icon name="star" small />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="night-popover"
          aria-label={NIGHT_TEXTS.title}
          align="end"
          sideOffset={8}
          collisionPadding={12}
        >
          <Newest close={() => setIsOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
