import { clock } from './http.js';

/** The `Date` of an answer is in whole seconds, rounded down. */
const DATE_STEP_MS = 1_000;

/** Bounds of how far the server's clock is ahead of the device's, in ms. Each answer narrows them. */
let least = -Infinity;
let most = Infinity;
let aheadMs = 0;
const listeners = new Set<() => void>();

/**
 * Measures the clock of the server by an answer. A slow answer only gives wide bounds.
 * @param sentAt when the request was sent, in ms on the clock of the device
 */
export function recordServerTime(headers: Headers, sentAt: number): void {
  const date = Date.parse(headers.get('Date') ?? '');
  // An answer from a cache has an old date.
  if (Number.isNaN(date) || !headers.get('Cache-Control')?.includes('no-store')) return;
  const min = date - Date.now();
  const max = date + DATE_STEP_MS - sentAt;
  // Bounds that contradict the former ones mean that a clock was set.
  const agrees = min <= most && max >= least;
  least = agrees ? Math.max(least, min) : min;
  most = agrees ? Math.min(most, max) : max;
  const before = aheadMs;
  aheadMs = least <= 0 && most >= 0 ? 0 : (least + most) / 2;
  if (Math.abs(aheadMs - before) >= DATE_STEP_MS) for (const listener of listeners) listener();
}

/** Calls `listener` when the measured clock of the server jumps. */
export function onServerClockSet(listener: () => void): void {
  listeners.add(listener);
}

/** Returns the present time of the server in ms. Only with it are times compared that the server sent. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Returns when the clock of the device shows a time that the server sent, in ms. */
export const deviceTimeOf = (serverTime: string): number => Date.parse(serverTime) - aheadMs;

Object.assign(clock, { now: serverNow, record: recordServerTime });
