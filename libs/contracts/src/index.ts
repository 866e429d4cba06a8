export { CALLS } from './calls.js';
export * from './features.js';
export type { Reason, Sentences } from './reasons.js';
export type * from './staff/operations.js';
