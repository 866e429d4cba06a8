import { HttpError } from '../api/http.js';
import { mayWorkLater } from './upload-problems.js';

/** How long to wait before each further try, in milliseconds: Uppy's own delays for what it sends to a store. */
export const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000] as const;
/** The longest that somebody is kept waiting for a limit, in milliseconds; beyond it they are told when to come back. */
export const PATIENCE_MS = 60_000;

/** What a try waits for: a network, or the time (in milliseconds of the epoch) from which the server takes more. */
export type Wait = { for: 'network' } | { for: 'limit'; until: number };

/** How tries are followed and stopped. */
export interface RetryOptions {
  /** Stops trying; what is thrown then is the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called where the next try waits for something that is worth a word, and with null once it goes on. */
  onWait?: ((wait: Wait | null) => void) | undefined;
}

/** Waits until `listen` tells, or the signal does. @param listen is given what to call; returns how to stop listening */
async function until(
  listen: (tell: () => void) => () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      signal?.removeEventListener('abort', go);
      stop();
      resolve();
    };
    const stop = listen(go);
    signal?.addEventListener('abort', go);
  });
}

const online = (signal: AbortSignal | undefined): Promise<void> =>
  until((tell) => {
    window.addEventListener('online', tell);
    return () => window.removeEventListener('online', tell);
  }, signal);

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  until((tell) => {
    const timer = setTimeout(tell, ms);
    return () => clearTimeout(timer);
  }, signal);

/** How long the server wants to be left alone, in milliseconds; 0 where it did not say. */
const restWanted = (error: unknown): number =>
  error instanceof HttpError ? (error.retryAfter ?? 0) * 1_000 : 0;

/**
 * Does something again and again as long as it may work later. Without a network it waits for one and counts nothing;
 * a server that says when to come back is asked no sooner.
 * @param attempt called with the number of the try, from 0
 * @throws what the last try threw
 */
export async function retrying<T>(
  attempt: (number: number) => Promise<T>,
  { signal, onWait }: RetryOptions = {},
): Promise<T> {
  const wait = async (what: Wait, end: Promise<void>) => {
    onWait?.(what);
    await end;
    onWait?.(null);
  };
  for (let number = 0, waited = 0; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      if (signal?.aborted || !mayWorkLater(error)) throw error;
      const rest = restWanted(error);
      if (!navigator.onLine) {
        await wait({ for: 'network' }, online(signal));
      } else {
        const delay = RETRY_DELAYS_MS[waited];
        if (delay === undefined || rest > PATIENCE_MS) throw error;
        waited += 1;
        if (rest > delay) await wait({ for: 'limit', until: Date.now() + rest }, pause(rest, signal));
        else await pause(delay, signal);
      }
      signal?.throwIfAborted();
    }
  }
}
