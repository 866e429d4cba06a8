import { HttpError, isProblem } from '../api/http.js';
import { isRetryable } from './upload-problems.js';

/** Uppy's defaults for uploads to S3. */
export const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000] as const;
/** The longest wait for a rate limit, in milliseconds. Beyond it the upload fails and says when to try again. */
export const MAX_LIMIT_WAIT_MS = 60_000;

/** What the next attempt waits for: the network, or the end of a rate limit (milliseconds since the epoch). */
export type Wait = { for: 'network' } | { for: 'limit'; until: number };

export interface RetryOptions {
  /** Stops the attempts; the signal's reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Called when the next attempt has to wait for the network or a limit, and with null when it continues. */
  onWait?: ((wait: Wait | null) => void) | undefined;
  /** Whether another attempt may succeed after an error. `isRetryable` by default. */
  mayRepeat?: ((error: unknown) => boolean) | undefined;
}

async function waitForEvent(
  subscribe: (listener: () => void) => () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = () => {
      signal?.removeEventListener('abort', finish);
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe(finish);
    signal?.addEventListener('abort', finish);
  });
}

const waitForNetwork = (signal: AbortSignal | undefined): Promise<void> =>
  waitForEvent((listener) => {
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, signal);

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  waitForEvent((listener) => {
    const timer = setTimeout(listener, ms);
    return () => clearTimeout(timer);
  }, signal);

const retryAfterMs = (error: unknown): number =>
  error instanceof HttpError ? (error.retryAfter ?? 0) * 1_000 : 0;

/**
 * Repeats `attempt`, numbered from 0, after retryable failures. Attempts that fail without a network, or during a
 * maintenance, are not counted; the next one waits for the network. A server's Retry-After is respected.
 * @throws the error of the last attempt
 */
export async function withRetries<T>(
  attempt: (number: number) => Promise<T>,
  { signal, onWait, mayRepeat = isRetryable }: RetryOptions = {},
): Promise<T> {
  const reportWait = async (wait: Wait, end: Promise<void>) => {
    onWait?.(wait);
    await end;
    onWait?.(null);
  };
  for (let number = 0, retries = 0; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      if (signal?.aborted || !mayRepeat(error)) throw error;
      const limitMs = retryAfterMs(error);
      if (!navigator.onLine) {
        await reportWait({ for: 'network' }, waitForNetwork(signal));
      } else if (isProblem(error, 'maintenance')) {
        const waitMs = Math.max(limitMs, RETRY_DELAYS_MS[3]);
        await reportWait({ for: 'limit', until: Date.now() + waitMs }, sleep(waitMs, signal));
      } else {
        const delayMs = RETRY_DELAYS_MS[retries];
        if (delayMs === undefined || limitMs > MAX_LIMIT_WAIT_MS) throw error;
        retries += 1;
        if (limitMs > delayMs) {
          await reportWait({ for: 'limit', until: Date.now() + limitMs }, sleep(limitMs, signal));
        } else {
          await sleep(delayMs, signal);
        }
      }
      signal?.throwIfAborted();
    }
  }
}
