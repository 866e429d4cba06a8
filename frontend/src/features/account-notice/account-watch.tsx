import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '../../live/live.js';
import { throttle } from '../../live/throttle.js';
import { refreshSession } from '../../session/session.js';

/** An open page shows a change of the account within this time. */
const REFRESH_MS = 900;

/** Refreshes the member's address after changes on other devices. */
export default function AccountWatch() {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = throttle(() => void refreshSession(client), REFRESH_MS);
    const unsubscribe = onLive('account:changed', request);
    return () => {
      unsubscribe();
      stop();
    };
  }, [client]);
  return null;
}
