/** A measurement is replaced by a worse one after this time, because clocks drift. */
const KEPT_MS = 10 * 60_000;

interface Measurement {
  /** How far the clock of the server is ahead of `performance.now()`. */
  aheadMs: number;
  roundTripMs: number;
  at: number;
}

let best: Measurement | undefined;

/**
 * Measures the clock of the server by an answer with its time. Of several, the one with the shortest round trip holds, as in NTP: it
 * is wrong by half of that at most.
 * @param sentAt when the request was sent, by `performance.now()`
 */
export function measureClock(serverTime: string, sentAt: number): void {
  const at = performance.now();
  const roundTripMs = at - sentAt;
  if (best && roundTripMs >= best.roundTripMs && at - best.at < KEPT_MS) return;
  best = { aheadMs: Date.parse(serverTime) - (sentAt + roundTripMs / 2), roundTripMs, at };
}

/** Returns the time of the server in milliseconds, as exactly as it was measured. */
export const radioNow = (): number => performance.now() + (best?.aheadMs ?? performance.timeOrigin);

/** Asks for an answer with the time of the server, and measures its clock by it. */
export async function askTimed<A extends { now: string }>(ask: () => Promise<A>): Promise<A> {
  const sentAt = performance.now();
  const answer = await ask();
  measureClock(answer.now, sentAt);
  return answer;
}

/** Forgets what was measured. */
export function resetClock(): void {
  best = undefined;
}
