/** The number of top links that a member keeps. A link exists while at least one of its ends keeps it. */
export const LINKS_KEPT = 50;

/** A tag becomes a hub, and stops creating links, when it exceeds both of these limits. */
export const HUB_TAG = { members: 1_000, shareOfMembers: 0.01 } as const;

/** Bytes of a link in `link_history`: the other member's number and a bitmap of days, both big-endian. */
const LINK_BYTES = 8;
const BITMAP_OFFSET = 4;
/** Lets five rows fit into a page of 8 kB, so that a row with its index entry takes 1.7 kB. */
export const LINKS_PER_MONTH = 190;

/** Returns the bit of a day of the month, which counts from 1. */
export const dayBit = (day: number): number => (1 << (day - 1)) >>> 0;

/** Calls `visit` for each link of a row of `link_history`. */
export function visitLinks(bytes: Buffer, visit: (nodeNumber: number, days: number) => void): void {
  for (let offset = 0; offset + LINK_BYTES <= bytes.length; offset += LINK_BYTES) {
    visit(bytes.readInt32BE(offset), bytes.readUInt32BE(offset + BITMAP_OFFSET));
  }
}

/** Adds a day on which these links stood. If the month has too many links, those that ended first are dropped. */
export function withDay(month: Buffer | null, nodeNumbers: Iterable<number>, day: number): Buffer {
  const days = new Map<number, number>();
  if (month) visitLinks(month, (nodeNumber, bits) => days.set(nodeNumber, bits));
  for (const nodeNumber of nodeNumbers) {
    days.set(nodeNumber, ((days.get(nodeNumber) ?? 0) | dayBit(day)) >>> 0);
  }
  const links = [...days];
  // The larger bitmap has the later last day.
  if (links.length > LINKS_PER_MONTH) links.sort(([, a], [, b]) => b - a);
  const kept = links.slice(0, LINKS_PER_MONTH);
  const bytes = Buffer.alloc(kept.length * LINK_BYTES);
  for (const [index, [nodeNumber, bits]] of kept.entries()) {
    bytes.writeInt32BE(nodeNumber, index * LINK_BYTES);
    bytes.writeUInt32BE(bits, index * LINK_BYTES + BITMAP_OFFSET);
  }
  return bytes;
}
