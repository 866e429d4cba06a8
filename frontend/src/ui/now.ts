import { useSyncExternalStore } from 'react';
import { onServerClockSet, serverNow } from '../api/server-clock.js';

/** Relative times have minute precision. Midnight is a tick in every time zone. */
const TICK_MS = 30_000;

const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setTimeout> | undefined;

const startTimer = () => {
  timer = setTimeout(tick, TICK_MS - (serverNow() % TICK_MS));
};

function refresh(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

function tick(): void {
  startTimer();
  refresh();
}

onServerClockSet(refresh);

/** Stops on hidden pages; on return, updates at once if a tick is due. */
function updateTimer(): void {
  clearTimeout(timer);
  timer = undefined;
  if (listeners.size === 0 || document.visibilityState === 'hidden') return;
  if (serverNow() - now >= TICK_MS) tick();
  else startTimer();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow();
    document.addEventListener('visibilitychange', updateTimer);
  }
  listeners.add(listener);
  if (timer === undefined) updateTimer();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', updateTimer);
    updateTimer();
  };
}

/** Returns ms from the one clock that all relative times share: that of the server. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** Returns the start of the reader's day in ms. Renders again at midnight. */
export const useToday = (): number =>
  useSyncExternalStore(subscribe, () => new Date(now).setHours(0, 0, 0, 0));
