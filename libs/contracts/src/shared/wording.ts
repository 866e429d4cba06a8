import { grouped } from './text.js';

/** Returns values as a sentence lists them, such as `a, b or c`. */
export const listed = (values: readonly string[], conjunction: 'and' | 'or'): string =>
  `${values.slice(0, -1).join(', ')} ${conjunction} ${values.at(-1)}`;

const MIB = 1_024 ** 2;
const GIB = 1_024 ** 3;

/** Formats a number of bytes as `10 MB`. */
export const sizeText = (bytes: number): string =>
  bytes % GIB === 0 ? `${grouped(bytes / GIB)} GB` : `${grouped(Math.floor(bytes / MIB))} MB`;

/** Formats a duration as `30 minutes`, `one hour`, `24 hours` or `7 days`. */
export function durationText(ms: number): string {
  const hours = ms / 3_600_000;
  if (hours < 1) return `${hours * 60} minutes`;
  if (hours === 1) return 'one hour';
  return hours <= 24 ? `${hours} hours` : `${hours / 24} days`;
}

/** Formats a moment in UTC as `29 November 2026 at 18:40`. */
export const momentText = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
