import type { AnyCall } from './shared/call.js';
import * as features from './features.js';
import { isRecord } from './shared/is-record.js';

const isCall = (value: unknown): value is AnyCall =>
  isRecord(value) && 'method' in value && 'path' in value && 'answer' in value;

/** Every declared call. */
export const CALLS: readonly AnyCall[] = Object.values<unknown>(features).filter(isCall);
