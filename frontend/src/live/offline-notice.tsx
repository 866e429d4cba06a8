import './offline-notice.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { HttpError } from '../api/http.js';
import { useConnection } from './connection.store.js';
import { onConnected } from './live.js';
import { LIVE_TEXTS } from './live.texts.js';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const useIsOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Returns whether the connection was lost and is not back yet, also during further attempts. */
function useIsLost(): boolean {
  const status = useConnection((connection) => connection.status);
  const [wasLost, setWasLost] = useState(false);
  const isLost = status === 'lost' || status === 'offline' || (wasLost && status === 'connecting');
  if (isLost !== wasLost) setWasLost(isLost);
  return isLost;
}

/** Says on every page that the device is offline or the connection lost. Fetches what failed to load once it is back. */
export function OfflineNotice() {
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const isLost = useIsLost();
  useEffect(
    () =>
      onConnected(
        () =>
          void client.refetchQueries({
            type: 'active',
            predicate: ({ state: { error } }) => error !== null && !(error instanceof HttpError),
          }),
      ),
    [client],
  );
  if (isOnline && !isLost) return null;
  return (
    <p role="alert" className={isOnline ? 'away away--late' : 'away'}>
      {isOnline ? LIVE_TEXTS.reconnecting : LIVE_TEXTS.away}
    </p>
  );
}
