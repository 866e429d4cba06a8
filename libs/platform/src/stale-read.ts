import { AsyncLocalStorage } from 'node:async_hooks';

/** While a read that may be stale runs: the position in the primary's log that a standby must have replayed for it. */
export const staleRead = new AsyncLocalStorage<bigint>();
