import { LOOK_MS } from '@oniverse/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { type ActiveMembers, receiveActive, sendActivity } from '../../../live/active-members.js';
import { getConnection } from '../../../live/connection.store.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';

/** The other staff who look at entries of queues, by entry. */
export const lookStore = create<ActiveMembers>(() => ({}));

onLive('queue:looked', ({ entryId, userId, username, until }) =>
  receiveActive(lookStore, entryId, { userId, username, until }, LOOK_MS),
);

/** Shows other staff that the member looks at an entry, while the page is visible. */
export function usePublishedLook(serverId: string, entryId: string | undefined): void {
  useEffect(() => {
    if (entryId === undefined) return undefined;
    const send = (name: 'queue:look' | 'queue:leave') => {
      if (getConnection().status === 'live') void sendActivity(name, { serverId, entryId });
    };
    const look = () => {
      if (document.visibilityState === 'visible') send('queue:look');
    };
    look();
    const timer = setInterval(look, LOOK_MS / 2);
    return endAll(
      onConnected(look),
      () => clearInterval(timer),
      () => send('queue:leave'),
    );
  }, [serverId, entryId]);
}
