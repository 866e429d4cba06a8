import { LIVE_PACE } from '@oniverse/contracts';
import { create } from 'zustand';
import { LiveError } from '../../live/live-error.js';
import { connectionNow } from '../../live/connection.store.js';
import { onLive, onSessionEnded, request } from '../../live/live.js';

/** Who is writing, and until when that holds unless news comes, in milliseconds since 1970. */
export interface Typist {
  userId: string;
  username: string;
  until: number;
}

/** Who is writing, by channel, in the order in which they began. */
export const useTyping = create<Readonly<Record<string, readonly Typist[]>>>(() => ({}));

/** The typists of a channel after one was heard of; a moment that has passed means that it is over. */
export function withTypist(held: readonly Typist[], heard: Typist, now: number): readonly Typist[] {
  const others = held.filter(({ userId, until }) => userId !== heard.userId && until > now);
  if (heard.until <= now) return others;
  const place = held.findIndex(({ userId }) => userId === heard.userId);
  return place < 0 ? [...others, heard] : [...others.slice(0, place), heard, ...others.slice(place)];
}

function put(channelId: string, change: (held: readonly Typist[]) => readonly Typist[]): void {
  useTyping.setState((held) => ({ [channelId]: change(held[channelId] ?? []) }));
}

/** Takes those out whose time is over. */
export function sweepTypists(channelId: string): void {
  put(channelId, (held) => held.filter(({ until }) => until > Date.now()));
}

/** Whoever has said something writes no more. */
function hush(channelId: string, userIds: ReadonlySet<string | null>): void {
  put(channelId, (held) => held.filter(({ userId }) => !userIds.has(userId)));
}

onLive('typing', ({ channelId, userId, username, until }) => {
  // The clocks of two machines differ: of a moment to come, no more counts than the server may give.
  const now = Date.now();
  const end = Math.min(Date.parse(until), now + LIVE_PACE.typingMs);
  put(channelId, (held) => withTypist(held, { userId, username, until: end }, now));
});
onLive('messages:created', ({ channelId, messages }) =>
  hush(channelId, new Set(messages.map(({ userId }) => userId))),
);
onSessionEnded(() => useTyping.setState({}, true));

/** While one goes on writing it is said anew this often, before it is forgotten. */
const AGAIN_MS = LIVE_PACE.typingMs / 2;
const saidAt = new Map<string, number>();

async function say(name: 'typing:start' | 'typing:stop', channelId: string): Promise<void> {
  try {
    await request(name, { channelId });
  } catch (error) {
    // That one writes is worth saying now or not at all.
    if (!(error instanceof LiveError)) throw error;
  }
}

/** Says that one is writing in a channel, or has nothing written any more. */
export function sayTyping(channelId: string, isWriting: boolean): void {
  if (connectionNow().status !== 'live') return;
  const last = saidAt.get(channelId);
  if (!isWriting) {
    if (last === undefined) return;
    saidAt.delete(channelId);
    void say('typing:stop', channelId);
  } else if (last === undefined || Date.now() - last >= AGAIN_MS) {
    saidAt.set(channelId, Date.now());
    void say('typing:start', channelId);
  }
}

/** Something was sent: that ends the writing by itself. */
export function forgetTyping(channelId: string): void {
  saidAt.delete(channelId);
}
