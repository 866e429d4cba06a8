import './live.css';
import { Badge } from '../ui/badge.js';
import { type Connection, useConnection } from './connection.store.js';
import { retryNow } from './live.js';
import { LIVE_TEXTS } from './live.texts.js';
import { useSecondsUntil } from './use-seconds-until.js';

export function ConnectionBadge() {
  const status = useConnection((connection) => connection.status);
  const isLive = status === 'live';
  return (
    <Badge filled={isLive} tone={isLive ? 'accent' : 'neutral'}>
      {LIVE_TEXTS.badge[status]}
    </Badge>
  );
}

function Countdown({ retryAt }: { retryAt: number }) {
  const seconds = useSecondsUntil(retryAt);
  return (
    <>
      {/* A screen reader announces the loss once, not every second. */}
      <span aria-hidden="true">{LIVE_TEXTS.lost(seconds)}</span>
      <span className="vh">{LIVE_TEXTS.lost(0)}</span>
    </>
  );
}

function statusLine(connection: Connection) {
  switch (connection.status) {
    case 'lost':
      return <Countdown retryAt={connection.retryAt} />;
    case 'connecting':
      return <span className="connection__late">{LIVE_TEXTS.connecting}</span>;
    case 'offline':
      return <span>{LIVE_TEXTS.offline}</span>;
    case 'ended':
      return <span>{LIVE_TEXTS.ended}</span>;
    case 'idle':
    case 'live':
      return null;
    default:
      return connection satisfies never;
  }
}

/** One line of status and remedy while the connection is not live. The empty line keeps its height. */
export function ConnectionBanner() {
  const connection = useConnection();
  const mayRetry = connection.status === 'lost' || connection.status === 'offline';
  return (
    <div className="connection small" data-status={connection.status}>
      <output>{statusLine(connection)}</output>
      {mayRetry && (
        <button type="button" className="connection__retry" onClick={retryNow}>
          {LIVE_TEXTS.retryNow}
        </button>
      )}
    </div>
  );
}
