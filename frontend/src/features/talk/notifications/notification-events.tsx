import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { throttle } from '../../../live/throttle.js';
import { useNavSlot } from '../../../ui/nav-slot.js';
import { NightRing } from './night-ring.js';
import { refreshLog, stateQuery } from './notifications.queries.js';

/** An open log shows a change within this time. */
const REFRESH_MS = 900;

/** Keeps the night log live on every page, and puts its ring into the navigation. */
export default function NotificationEvents() {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = throttle(() => void refreshLog(client), REFRESH_MS);
    useNavSlot.setState({ Ring: NightRing });
    return endAll(
      () => useNavSlot.setState({ Ring: null }),
      onLive('notifications:changed', (state) => {
        client.setQueryData(stateQuery.queryKey, state);
        request();
      }),
      // Entries about a dimension are for its members.
      onLive('server:removed', () => {
        void client.invalidateQueries({ queryKey: stateQuery.queryKey });
        request();
      }),
      onConnected(request),
      stop,
    );
  }, [client]);
  return null;
}
