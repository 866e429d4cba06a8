import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { throttle } from '../../../live/throttle.js';
import { refreshAccount, securityQuery } from './security.queries.js';

/** An open page shows a change of the account within this time. */
const REFRESH_MS = 900;

/** Keeps the account live on every page: its address, factors, sessions and activity. */
export default function AccountWatch() {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = throttle(() => void refreshAccount(client), REFRESH_MS);
    return endAll(
      onLive('account:changed', request),
      onConnected(() => {
        // Only the Security tab shows what an event that was missed has changed.
        if (client.getQueryCache().find({ queryKey: securityQuery.queryKey })?.isActive()) request();
      }),
      stop,
    );
  }, [client]);
  return null;
}
