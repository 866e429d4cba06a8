import type { LIVE_REQUESTS, LiveBody } from '@oniverse/contracts';
import { useEffect } from 'react';
import type { StoreApi, UseBoundStore } from 'zustand';
import { deviceTimeOf } from '../api/server-clock.js';
import { LiveError } from './live-error.js';
import { request } from './live.js';

/** A member who does something until the given time (milliseconds since the epoch), unless renewed. */
export interface ActiveMember {
  userId: string;
  username: string;
  until: number;
}

/** By the place where they do it, in the order in which they started. */
export type ActiveMembers = Readonly<Record<string, readonly ActiveMember[]>>;
type ActiveStore = UseBoundStore<StoreApi<ActiveMembers>>;

const NOBODY: readonly ActiveMember[] = [];

/** Adds or renews a member; an `until` in the past removes them. */
export function withActive(
  members: readonly ActiveMember[],
  update: ActiveMember,
  now: number,
): readonly ActiveMember[] {
  const others = members.filter(({ userId, until }) => userId !== update.userId && until > now);
  if (update.until <= now) return others;
  const index = members.findIndex(({ userId }) => userId === update.userId);
  return index < 0 ? [...others, update] : [...others.slice(0, index), update, ...others.slice(index)];
}

/** Changes the members of one place. */
export function updateActive(
  store: ActiveStore,
  place: string,
  update: (members: readonly ActiveMember[]) => readonly ActiveMember[],
): void {
  store.setState((places) => ({ [place]: update(places[place] ?? NOBODY) }));
}

/**
 * Applies a live event.
 * @param maxMs the longest time that the server may send: its clock is known only within limits
 */
export function receiveActive(
  store: ActiveStore,
  place: string,
  { userId, username, until }: { userId: string; username: string; until: string },
  maxMs: number,
): void {
  const now = Date.now();
  const expiry = Math.min(deviceTimeOf(until), now + maxMs);
  updateActive(store, place, (members) => withActive(members, { userId, username, until: expiry }, now));
}

/** Returns the members who are active in a place, without those whose time has expired. */
export function useActive(store: ActiveStore, place: string): readonly ActiveMember[] {
  const members = store((state) => state[place] ?? NOBODY);
  const nextExpiry = Math.min(...members.map(({ until }) => until));
  useEffect(() => {
    if (!Number.isFinite(nextExpiry)) return undefined;
    const removeExpired = () =>
      updateActive(store, place, (all) => all.filter(({ until }) => until > Date.now()));
    const timer = setTimeout(removeExpired, Math.max(0, nextExpiry - Date.now()) + 10);
    return () => clearTimeout(timer);
  }, [store, place, nextExpiry]);
  return members;
}

/** Sends what the member does now. A failure is not retried: late, it is worthless. */
export async function sendActivity<E extends keyof typeof LIVE_REQUESTS>(
  name: E,
  payload: LiveBody<E>,
): Promise<void> {
  try {
    await request(name, payload);
  } catch (error) {
    if (!(error instanceof LiveError)) throw error;
  }
}
