import { useSyncExternalStore } from 'react';

/** Relative times have minute precision. */
const TICK_MS = 30_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Stops on hidden pages; on return, updates at once if a tick is due. */
function updateTimer(): void {
  clearInterval(timer);
  timer = undefined;
  if (listeners.size === 0 || document.visibilityState === 'hidden') return;
  timer = setInterval(tick, TICK_MS);
  if (Date.now() - now >= TICK_MS) tick();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
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

/** Returns ms from one clock that all relative times share. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
