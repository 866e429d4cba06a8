import { CONSTELLATION_HISTORY } from '@oniverse/contracts';

/** Bytes of a link in `link_weeks`: the other member's number and a bitmap of weeks, both big-endian. */
const LINK_BYTES = 12;
const BITMAP_OFFSET = 4;
const BITMAP_BITS = 64;
const DAYS_PER_WEEK = 7;
const DAYS_PER_MONTH = 31;
/** A member keeps at most 50 links at a time. */
export const LINKS_PER_YEAR = 640;

/** The highest bit of a bitmap is its newest week, the next one the week before. */
export const NEWEST_WEEK = 1n << BigInt(BITMAP_BITS - 1);
/** The weeks that the constellation shows. */
const SHOWN_WEEKS =
  ((1n << BigInt(CONSTELLATION_HISTORY.weeks)) - 1n) << BigInt(BITMAP_BITS - CONSTELLATION_HISTORY.weeks);

/** Calls `visit` for each link of a row of `link_weeks`. */
export function visitLinkWeeks(bytes: Buffer, visit: (nodeNumber: number, weeks: bigint) => void): void {
  for (let offset = 0; offset + LINK_BYTES <= bytes.length; offset += LINK_BYTES) {
    visit(bytes.readInt32BE(offset), bytes.readBigUInt64BE(offset + BITMAP_OFFSET));
  }
}

/** Moves a bitmap to another newest week. @param age the weeks from its own newest week to that one */
export const ageWeeks = (weeks: bigint, age: number): bigint =>
  (age < 0 ? weeks << BigInt(-age) : weeks >> BigInt(age)) & SHOWN_WEEKS;

/**
 * Returns the weeks of a bitmap of days in a month.
 * @param daysBefore the days from the first of the month to the Monday of the newest week; negative if it is later
 */
export function weeksOfDays(days: number, daysBefore: number): bigint {
  let weeks = 0n;
  for (let day = 0; day < DAYS_PER_MONTH; day += 1) {
    if (((days >>> day) & 1) === 0) continue;
    weeks |= NEWEST_WEEK >> BigInt(Math.max(0, Math.ceil((daysBefore - day) / DAYS_PER_WEEK)));
  }
  return weeks & SHOWN_WEEKS;
}

/** Returns the bytes of links; null if none stood. If there are too many, those that ended first are dropped. */
export function packLinkWeeks(weeksByNumber: ReadonlyMap<number, bigint>): Buffer | null {
  const links = [...weeksByNumber].filter(([, weeks]) => weeks > 0n);
  // The larger bitmap has the later last week.
  if (links.length > LINKS_PER_YEAR) links.sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
  const kept = links.slice(0, LINKS_PER_YEAR);
  const bytes = Buffer.alloc(kept.length * LINK_BYTES);
  for (const [index, [nodeNumber, weeks]] of kept.entries()) {
    bytes.writeInt32BE(nodeNumber, index * LINK_BYTES);
    bytes.writeBigUInt64BE(weeks, index * LINK_BYTES + BITMAP_OFFSET);
  }
  return bytes.length > 0 ? bytes : null;
}
