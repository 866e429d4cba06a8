import { act } from '@testing-library/react';
import { recordServerTime } from '../api/server-clock.js';

/** Returns the headers of an answer that a server sends at a time. @param time in ms */
export const headersAt = (time: number) => ({
  Date: new Date(time).toUTCString(),
  'Cache-Control': 'no-store',
});

/** Makes the client measure a server whose clock shows a time. @param time in ms */
export const setServerTime = (time: number): void =>
  act(() => recordServerTime(new Headers(headersAt(time)), Date.now()));

/** Makes the client forget the measured clock. */
export function resetServerTime(): void {
  // Bounds that contradict the former ones replace them.
  for (const time of [0, Date.now()]) recordServerTime(new Headers(headersAt(time)), Date.now());
}
