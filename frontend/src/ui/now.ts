import { useSyncExternalStore } from 'react';

/** Relative times are written in minutes and more. */
const EVERY_MS = 30_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Pages in the background do not tick; what comes back is brought up to date at once. */
function follow(): void {
  clearInterval(timer);
  timer = undefined;
  if (listeners.size === 0 || document.visibilityState === 'hidden') return;
  timer = setInterval(tick, EVERY_MS);
  if (Date.now() - now >= EVERY_MS) tick();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    document.addEventListener('visibilitychange', follow);
  }
  listeners.add(listener);
  if (timer === undefined) follow();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', follow);
    follow();
  };
}

/** The time, in ms, to half a minute: one clock for all that says how long ago something was. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
