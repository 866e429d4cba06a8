import { waitUntil as waitUntilWithin } from '@oniverse/testing';
import { PAGE_TIMEOUT_MS } from './timeouts.js';

/** Polls until a condition is true, for as long as a page may take. @throws Error with `what` after the timeout */
export const waitUntil = (what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> =>
  waitUntilWithin(what, isTrue, PAGE_TIMEOUT_MS);
