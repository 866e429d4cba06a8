import { create } from 'zustand';
import { TYPING_MS } from '@oniverse/contracts';
import { deviceTimeOf } from '../../../api/server-clock.js';
import { LiveError } from '../../../live/live-error.js';
import { getConnection } from '../../../live/connection.store.js';
import { onLive, request } from '../../../live/live.js';

/** A member who is typing until the given time (milliseconds since the epoch), unless renewed. */
export interface Typist {
  userId: string;
  username: string;
  until: number;
}

/** The members who are typing, by channel, in the order in which they started. */
export const useTyping = create<Readonly<Record<string, readonly Typist[]>>>(() => ({}));

/** Adds or renews a typist; an `until` in the past removes them. */
export function withTypist(typists: readonly Typist[], update: Typist, now: number): readonly Typist[] {
  const others = typists.filter(({ userId, until }) => userId !== update.userId && until > now);
  if (update.until <= now) return others;
  const index = typists.findIndex(({ userId }) => userId === update.userId);
  return index < 0 ? [...others, update] : [...others.slice(0, index), update, ...others.slice(index)];
}

function updateTypists(channelId: string, update: (typists: readonly Typist[]) => readonly Typist[]): void {
  useTyping.setState((channels) => ({ [channelId]: update(channels[channelId] ?? []) }));
}

export function removeExpiredTypists(channelId: string): void {
  updateTypists(channelId, (typists) => typists.filter(({ until }) => until > Date.now()));
}

function removeTypists(channelId: string, userIds: ReadonlySet<string | null>): void {
  updateTypists(channelId, (typists) => typists.filter(({ userId }) => !userIds.has(userId)));
}

onLive('typing', ({ channelId, userId, username, until }) => {
  // The clock of the server is known only within limits, so its time is capped at the longest duration it may send.
  const now = Date.now();
  const expiry = Math.min(deviceTimeOf(until), now + TYPING_MS);
  updateTypists(channelId, (typists) => withTypist(typists, { userId, username, until: expiry }, now));
});
onLive('messages:created', ({ channelId, messages }) =>
  removeTypists(channelId, new Set(messages.map(({ userId }) => userId))),
);

/** The interval of `typing:start` while the member keeps typing; shorter than the expiry. */
const REPEAT_MS = TYPING_MS / 2;
const sentAt = new Map<string, number>();

async function sendTyping(name: 'typing:start' | 'typing:stop', channelId: string): Promise<void> {
  try {
    await request(name, { channelId });
  } catch (error) {
    // Not retried: a late typing event is worthless.
    if (!(error instanceof LiveError)) throw error;
  }
}

/** Publishes that the member is typing, or that the field is empty again. */
export function publishTyping(channelId: string, isWriting: boolean): void {
  if (getConnection().status !== 'live') return;
  const last = sentAt.get(channelId);
  if (!isWriting) {
    if (last === undefined) return;
    sentAt.delete(channelId);
    void sendTyping('typing:stop', channelId);
  } else if (last === undefined || Date.now() - last >= REPEAT_MS) {
    sentAt.set(channelId, Date.now());
    void sendTyping('typing:start', channelId);
  }
}

/** Resets the typing state without an event: a sent message ends typing on all clients. */
export function resetTyping(channelId: string): void {
  sentAt.delete(channelId);
}
