import { create } from 'zustand';
import { LiveError } from '../../../live/live-error.js';
import { onConnected, onLive, request, startLive } from '../../../live/live.js';
import { NO_PRESENCE, type PresenceEvent, type PresenceState, reducePresence } from './presence.reducer.js';

export const usePresence = create<Readonly<Record<string, PresenceState>>>(() => ({}));

const watcherCounts = new Map<string, number>();

function applyEvent(serverId: string, event: PresenceEvent): void {
  usePresence.setState((cached) => ({ [serverId]: reducePresence(cached[serverId] ?? NO_PRESENCE, event) }));
}

async function requestPresence(serverId: string): Promise<void> {
  applyEvent(serverId, { type: 'requested' });
  try {
    const { online } = await request('presence:list', { serverId });
    applyEvent(serverId, { type: 'listed', online });
  } catch (error) {
    // The next connect repeats the request; until then the last known state stays.
    if (!(error instanceof LiveError)) throw error;
  }
}

/** Requests the presence of a watched server again, for example after joining: members see more than visitors. */
export function refreshPresence(serverId: string): void {
  if (watcherCounts.has(serverId)) void requestPresence(serverId);
}

export function watchPresence(serverId: string): () => void {
  watcherCounts.set(serverId, (watcherCounts.get(serverId) ?? 0) + 1);
  startLive();
  void requestPresence(serverId);
  return () => {
    const remaining = (watcherCounts.get(serverId) ?? 1) - 1;
    if (remaining > 0) watcherCounts.set(serverId, remaining);
    else watcherCounts.delete(serverId);
  };
}

onLive('presence', ({ serverId, online, offline }) => {
  if (watcherCounts.has(serverId)) applyEvent(serverId, { type: 'changed', change: { online, offline } });
});
// A member who joins while already online causes no `presence` event.
onLive('member:joined', ({ serverId, member: { userId, online } }) => {
  if (online && watcherCounts.has(serverId)) {
    applyEvent(serverId, { type: 'changed', change: { online: [userId], offline: [] } });
  }
});
onLive('member:left', ({ serverId, userId }) => {
  if (watcherCounts.has(serverId))
    applyEvent(serverId, { type: 'changed', change: { online: [], offline: [userId] } });
});
const requestAll = (): void => {
  for (const serverId of watcherCounts.keys()) void requestPresence(serverId);
};
onConnected(requestAll);
onLive('visibility:changed', requestAll);
