/** A link between two members, by their positions in a list, and its first and last weeks in turn. */
export type PastLink = [left: number, right: number, ...runs: number[]];

const HALF_BITS = 32;
const LOW_HALF = 0xffff_ffffn;
/** More than the weeks of any link. */
const CENTRAL = 64;
/** Pairs of positions are numbers below 2^42, and totals with the order of links below 2^53. */
const POSITIONS = 2 ** 21;
const LINKS = 2 ** 40;

/**
 * Collects in which weeks links stood, as bitmaps whose highest bit is the newest week. The bitmaps are halves in arrays,
 * because 100,000 links as objects took seconds.
 */
export class WeeksOfLinks {
  readonly #indexByPair = new Map<number, number>();
  readonly #newer: number[] = [];
  readonly #older: number[] = [];
  readonly #shown: bigint;

  /** @param count the number of weeks to return */
  constructor(private readonly count: number) {
    this.#shown = ((1n << BigInt(count)) - 1n) << BigInt(2 * HALF_BITS - count);
  }

  /** @param weeks a bitmap of `link_weeks` */
  addWeeks(left: number, right: number, weeks: bigint): void {
    const pair = left < right ? left * POSITIONS + right : right * POSITIONS + left;
    const index = this.#indexByPair.get(pair) ?? this.#newer.length;
    this.#indexByPair.set(pair, index);
    const shown = weeks & this.#shown;
    this.#newer[index] = ((this.#newer[index] ?? 0) | Number(shown >> BigInt(HALF_BITS))) >>> 0;
    this.#older[index] = ((this.#older[index] ?? 0) | Number(shown & LOW_HALF)) >>> 0;
  }

  /** Returns at most `limit` links: those of `central` first, then those that stood in the most weeks. */
  list(limit: number, central: number | undefined): PastLink[] {
    const pairs = [...this.#indexByPair.keys()];
    // Each number is a total and the index of a link, so that sorting needs no objects.
    const ranked = new Float64Array(pairs.length);
    for (const [index, pair] of pairs.entries()) {
      const weeks = countBits(this.#newer[index] ?? 0) + countBits(this.#older[index] ?? 0);
      const isCentral = Math.floor(pair / POSITIONS) === central || pair % POSITIONS === central;
      const total = weeks > 0 && isCentral ? weeks + CENTRAL : weeks;
      ranked[index] = weeks === 0 ? Infinity : (2 * CENTRAL - total) * LINKS + index;
    }
    return Array.from(ranked.toSorted().subarray(0, limit))
      .filter(Number.isFinite)
      .map((rank) => {
        const index = rank % LINKS;
        const pair = pairs[index] ?? 0;
        return [Math.floor(pair / POSITIONS), pair % POSITIONS, ...this.#runsOf(index)];
      });
  }

  #runsOf(index: number): number[] {
    const runs: number[] = [];
    let wasLinked = false;
    for (let week = 0; week < this.count; week += 1) {
      const age = this.count - 1 - week;
      const half = (age < HALF_BITS ? this.#newer : this.#older)[index] ?? 0;
      const isLinked = ((half >>> (HALF_BITS - 1 - (age % HALF_BITS))) & 1) === 1;
      if (isLinked && !wasLinked) runs.push(week, week);
      else if (isLinked) runs[runs.length - 1] = week;
      wasLinked = isLinked;
    }
    return runs;
  }
}

/** Returns the number of ones in 32 bits. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
