import { type NumberLists, turnedRound } from './number-lists.js';

/** Whom each member keeps links with. */
export interface KeptLists {
  /** For each member as many places as may be kept, of which the first are taken. */
  others: Int32Array;
  counts: Int32Array;
  /** For each member who keeps as many as may be kept: the last one, and how strong that link is, else 0. */
  weakest: Int32Array;
  weakestStrength: Int32Array;
}

const PROGRESS_EVERY = 10_000;

/**
 * For each member the strongest links: by the number of shared tags, then by the other's place.
 * @param index who shows which tags: members in the order of their ids
 * @param kept how many each member keeps at most
 * @param progress is told how many members are done, now and then
 */
export function strongestOf(index: NumberLists, kept: number, progress: (done: number) => void): KeptLists {
  const members = index.starts.length - 1;
  const shares = new Shares(index);
  const lists: KeptLists = {
    others: new Int32Array(members * kept),
    counts: new Int32Array(members),
    weakest: new Int32Array(members),
    weakestStrength: new Int32Array(members),
  };
  for (let member = 0; member < members; member += 1) {
    shares.count(member);
    const first = member * kept;
    const least = shares.leastOf(kept);
    const stronger = shares.takeStronger(least, lists.others.subarray(first, first + kept));
    const equals = lists.others.subarray(first + stronger, first + kept);
    const taken = least > 1 ? shares.takeEqual(least, equals) : shares.takeSingle(equals);
    lists.counts[member] = stronger + taken;
    if (lists.counts[member] === kept) {
      lists.weakest[member] = equals[taken - 1]!;
      lists.weakestStrength[member] = least;
    }
    if (member % PROGRESS_EVERY === 0) progress(member);
  }
  progress(members);
  return lists;
}

/**
 * With whom one member shares how many tags. Most others share just one, and of these only the first are ever kept:
 * they are counted, and never listed.
 */
class Shares {
  private readonly shownBy: NumberLists;
  /** For each other `before` and the number of shared tags; what is not above `before` is of members before. */
  private readonly counts: Int32Array;
  private before = 0;
  private ownTags: Int32Array = new Int32Array(0);
  /** Those who share more than one, the member too. */
  private readonly multiple: Int32Array;
  private multiples = 0;

  constructor(private readonly index: NumberLists) {
    const members = index.starts.length - 1;
    this.shownBy = turnedRound(index);
    this.counts = new Int32Array(members);
    this.multiple = new Int32Array(members);
  }

  count(member: number): void {
    const { counts, multiple } = this;
    const { starts, values } = this.shownBy;
    const before = this.before + this.ownTags.length + 1;
    const ownTags = this.index.values.subarray(this.index.starts[member], this.index.starts[member + 1]);
    let multiples = 0;
    for (const tag of ownTags) {
      const last = starts[tag + 1]!;
      for (let at = starts[tag]!; at < last; at += 1) {
        const other = values[at]!;
        const count = counts[other]!;
        if (count <= before) counts[other] = before + 1;
        else {
          counts[other] = count + 1;
          if (count === before + 1) {
            multiple[multiples] = other;
            multiples += 1;
          }
        }
      }
    }
    counts[member] = before;
    this.before = before;
    this.ownTags = ownTags;
    this.multiples = multiples;
  }

  /** How strong the last of the links is at least: of the stronger ones there are fewer than are kept. */
  leastOf(kept: number): number {
    const ofStrength = new Int32Array(this.ownTags.length + 1);
    for (let place = 0; place < this.multiples; place += 1) ofStrength[this.strengthAt(place)]! += 1;
    let least = Math.max(1, this.ownTags.length);
    for (let stronger = 0; least > 1; least -= 1) {
      stronger += ofStrength[least]!;
      if (stronger >= kept) break;
    }
    return least;
  }

  /** @returns how many it has taken: all that are stronger */
  takeStronger(least: number, room: Int32Array): number {
    let taken = 0;
    for (let place = 0; place < this.multiples; place += 1) {
      if (this.strengthAt(place) <= least) continue;
      room[taken] = this.multiple[place]!;
      taken += 1;
    }
    return taken;
  }

  /** Those of just this strength with the smallest places, ascending. @returns how many it has taken */
  takeEqual(strength: number, room: Int32Array): number {
    const equals = new SmallestFirst(room);
    for (let place = 0; place < this.multiples; place += 1) {
      if (this.strengthAt(place) === strength) equals.offer(this.multiple[place]!);
    }
    return equals.count;
  }

  /** Those who share just one tag, by the smallest places, ascending. @returns how many it has taken */
  takeSingle(room: Int32Array): number {
    const { values } = this.shownBy;
    const heads = this.ownTags.map((tag) => this.nextSingle(tag, this.shownBy.starts[tag]!));
    let taken = 0;
    while (taken < room.length) {
      let first = -1;
      for (let own = 0; own < heads.length; own += 1) {
        const head = heads[own]!;
        if (head >= 0 && (first < 0 || values[head]! < values[heads[first]!]!)) first = own;
      }
      if (first < 0) break;
      room[taken] = values[heads[first]!]!;
      taken += 1;
      heads[first] = this.nextSingle(this.ownTags[first]!, heads[first]! + 1);
    }
    return taken;
  }

  /** The next place in a tag's list of one who shares no other tag; -1 where there is none. */
  private nextSingle(tag: number, from: number): number {
    const { starts, values } = this.shownBy;
    const last = starts[tag + 1]!;
    for (let at = from; at < last; at += 1) {
      if (this.counts[values[at]!] === this.before + 1) return at;
    }
    return -1;
  }

  private strengthAt(place: number): number {
    return this.counts[this.multiple[place]!]! - this.before;
  }
}

/** The smallest of the numbers that are offered, as many as there is room for, ascending. */
class SmallestFirst {
  count = 0;

  constructor(private readonly room: Int32Array) {}

  offer(number: number): void {
    const isFull = this.count === this.room.length;
    if (isFull && number > this.room[this.count - 1]!) return;
    let place = isFull ? this.count - 1 : this.count;
    for (; place > 0 && this.room[place - 1]! > number; place -= 1) this.room[place] = this.room[place - 1]!;
    this.room[place] = number;
    if (!isFull) this.count += 1;
  }
}
