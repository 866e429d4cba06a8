import { gathered } from './number-lists.js';
import type { KeptLists } from './strongest.js';

/** The ends that keep a link: one of them or both. */
export const KEPT_BY = { from: 1, to: 2 } as const;

/**
 * The links that are kept by one of their ends, from the side of their second ends: each once. Among equals the first
 * members are kept, so that some first ends have thousands of links, and second ends hardly more than they keep.
 */
export interface KeptLinks {
  /** For each member the place in `froms` where the links begin whose second end it is; one more at the end. */
  starts: Int32Array;
  /** The first ends, ascending for each member. */
  froms: Int32Array;
  /** {@link KEPT_BY}, the sum of those who do. */
  kept: Uint8Array;
}

/** @param kept how many places each member has in the lists */
export function linksOf({ others, counts }: KeptLists, kept: number): KeptLinks {
  const members = counts.length;
  const { starts, values } = gathered(members, sumOf(counts), (visit) => {
    for (let member = 0; member < members; member += 1) {
      for (let at = member * kept; at < member * kept + counts[member]!; at += 1) {
        const other = others[at]!;
        // Twice the first end, and one more where the second one keeps the link.
        if (member < other) visit(other, member * 2);
        else visit(member, other * 2 + 1);
      }
    }
  });
  return joined(starts, values);
}

/** What both ends keep stands there once from each: makes one of the two. In place, since there are many. */
function joined(starts: Int32Array, halves: Int32Array): KeptLinks {
  const kept = new Uint8Array(halves.length);
  let count = 0;
  let first = 0;
  for (let member = 0; member + 1 < starts.length; member += 1) {
    const last = starts[member + 1]!;
    const own = halves.subarray(first, last);
    own.sort();
    starts[member] = count;
    for (const half of own) {
      const from = half >> 1;
      const by = half % 2 === 0 ? KEPT_BY.from : KEPT_BY.to;
      const isSecond = count > starts[member]! && halves[count - 1] === from;
      if (!isSecond) {
        halves[count] = from;
        count += 1;
      }
      kept[count - 1]! += by;
    }
    first = last;
  }
  starts[starts.length - 1] = count;
  return { starts, froms: halves.subarray(0, count), kept: kept.subarray(0, count) };
}

function sumOf(numbers: Int32Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}
