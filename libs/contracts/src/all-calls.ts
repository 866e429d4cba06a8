import type { AnyCall } from './shared/call.js';
import * as calls from './calls.js';

/** Every declared call. */
export const CALLS: readonly AnyCall[] = Object.values<AnyCall>(calls);
