import { create } from 'zustand';
import { LiveError } from '../../live/live-error.js';
import { onConnected, onLive, onSessionEnded, request, startLive } from '../../live/live.js';
import { NOBODY, type PresenceEvent, type PresenceState, reducePresence } from './presence.reducer.js';

/** Who is online, by dimension. */
export const usePresence = create<Readonly<Record<string, PresenceState>>>(() => ({}));

/** The dimensions that are looked at, and how often. */
const watched = new Map<string, number>();

function apply(serverId: string, event: PresenceEvent): void {
  usePresence.setState((held) => ({ [serverId]: reducePresence(held[serverId] ?? NOBODY, event) }));
}

async function ask(serverId: string): Promise<void> {
  apply(serverId, { type: 'asked' });
  try {
    const { online } = await request('presence:list', { serverId });
    apply(serverId, { type: 'listed', online });
  } catch (error) {
    // Unanswered or refused: the next connect asks again, and until then what was known stands.
    if (!(error instanceof LiveError)) throw error;
  }
}

/** Asks anew who is online where one looks, as after joining: readers and members hear different things. */
export function askPresence(serverId: string): void {
  if (watched.has(serverId)) void ask(serverId);
}

/** Keeps the presence of a dimension until the answered function is called. */
export function watchPresence(serverId: string): () => void {
  watched.set(serverId, (watched.get(serverId) ?? 0) + 1);
  startLive();
  void ask(serverId);
  return () => {
    const left = (watched.get(serverId) ?? 1) - 1;
    if (left > 0) watched.set(serverId, left);
    else watched.delete(serverId);
  };
}

onLive('presence', ({ serverId, online, offline }) => {
  if (watched.has(serverId)) apply(serverId, { type: 'changed', change: { online, offline } });
});
// Who comes into a dimension while online does not come online: nothing else tells of it.
onLive('member:joined', ({ serverId, member: { userId, online } }) => {
  if (online && watched.has(serverId)) {
    apply(serverId, { type: 'changed', change: { online: [userId], offline: [] } });
  }
});
onLive('member:left', ({ serverId, userId }) => {
  if (watched.has(serverId)) apply(serverId, { type: 'changed', change: { online: [], offline: [userId] } });
});
onConnected(() => {
  for (const serverId of watched.keys()) void ask(serverId);
});
onSessionEnded(() => usePresence.setState({}, true));
