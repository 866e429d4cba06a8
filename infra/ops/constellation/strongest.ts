/** Who shows which tags, by numbers: members in the order of their ids, tags in that of their names. */
export interface TagIndex {
  members: number;
  /** For each member the place in `tags` where the member's begin; one more at the end. */
  starts: Int32Array;
  /** The tags of each member, ascending. */
  tags: Int32Array;
}

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
 * @param kept how many each member keeps at most
 * @param progress is told how many members are done, now and then
 */
export function strongestOf(index: TagIndex, kept: number, progress: (done: number) => void): KeptLists {
  const { members, starts, tags } = index;
  const shown = membersByTag(index);
  const lists: KeptLists = {
    others: new Int32Array(members * kept),
    counts: new Int32Array(members),
    weakest: new Int32Array(members),
    weakestStrength: new Int32Array(members),
  };
  const shares = new Int32Array(members);
  const found = new Int32Array(members);
  for (let member = 0; member < members; member += 1) {
    const ownTags = starts[member + 1]! - starts[member]!;
    /** How many others there are of each strength. */
    const withShares = new Int32Array(ownTags + 2);
    let count = 0;
    for (let at = starts[member]!; at < starts[member + 1]!; at += 1) {
      const tag = tags[at]!;
      for (let place = shown.starts[tag]!; place < shown.starts[tag + 1]!; place += 1) {
        const other = shown.members[place]!;
        const share = shares[other]! + 1;
        shares[other] = share;
        if (share === 1) {
          found[count] = other;
          count += 1;
        }
      }
    }
    shares[member] = 0;
    for (let place = 0; place < count; place += 1) withShares[shares[found[place]!]!]! += 1;
    // Of the stronger ones all are kept, of the equal ones at the end those with the smallest places.
    let least = ownTags + 1;
    let stronger = 0;
    while (least > 1 && stronger + withShares[least]! < kept) {
      stronger += withShares[least]!;
      least -= 1;
    }
    const first = member * kept;
    const equals = new SmallestFirst(lists.others.subarray(first + stronger, first + kept));
    let taken = 0;
    for (let place = 0; place < count; place += 1) {
      const other = found[place]!;
      const share = shares[other]!;
      shares[other] = 0;
      if (share > least) {
        lists.others[first + taken] = other;
        taken += 1;
      } else if (share > 0 && share === least) equals.offer(other);
    }
    lists.counts[member] = stronger + equals.count;
    if (lists.counts[member] === kept) {
      lists.weakest[member] = equals.last;
      lists.weakestStrength[member] = least;
    }
    if (member % PROGRESS_EVERY === 0) progress(member);
  }
  progress(members);
  return lists;
}

/** The smallest of the numbers that are offered, as many as there is room for, ascending. */
class SmallestFirst {
  count = 0;

  constructor(private readonly room: Int32Array) {}

  get last(): number {
    return this.room[this.count - 1]!;
  }

  offer(number: number): void {
    const isFull = this.count === this.room.length;
    if (isFull && number > this.last) return;
    let place = isFull ? this.count - 1 : this.count;
    for (; place > 0 && this.room[place - 1]! > number; place -= 1) this.room[place] = this.room[place - 1]!;
    this.room[place] = number;
    if (!isFull) this.count += 1;
  }
}

/** The links that are kept by one of their ends: each once, with its first end. */
export interface KeptLinks {
  /** For each member the place in `ends` where the links begin whose first end it is; one more at the end. */
  starts: Int32Array;
  /** Ascending for each member: twice the other end, and 1 more where it is the other end that keeps the link. */
  ends: Int32Array;
}

/** The kept links from the side of their first ends. One that both ends keep stands there twice. */
export function linksOf({ others, counts }: KeptLists, kept: number): KeptLinks {
  const members = counts.length;
  const starts = new Int32Array(members + 1);
  const each = (visit: (from: number, end: number) => void): void => {
    for (let member = 0; member < members; member += 1) {
      for (let at = member * kept; at < member * kept + counts[member]!; at += 1) {
        const other = others[at]!;
        if (member < other) visit(member, other * 2);
        else visit(other, member * 2 + 1);
      }
    }
  };
  each((from) => {
    starts[from + 1]! += 1;
  });
  for (let member = 0; member < members; member += 1) starts[member + 1]! += starts[member]!;
  const next = starts.slice();
  const ends = new Int32Array(starts[members]!);
  each((from, end) => {
    ends[next[from]!] = end;
    next[from]! += 1;
  });
  for (let member = 0; member < members; member += 1)
    ends.subarray(starts[member], starts[member + 1]).sort();
  return { starts, ends };
}

/** The tags that two members both show, ascending. */
export function sharedTags({ starts, tags }: TagIndex, one: number, other: number): number[] {
  const shared: number[] = [];
  let a = starts[one]!;
  let b = starts[other]!;
  while (a < starts[one + 1]! && b < starts[other + 1]!) {
    const difference = tags[a]! - tags[b]!;
    if (difference === 0) shared.push(tags[a]!);
    if (difference <= 0) a += 1;
    if (difference >= 0) b += 1;
  }
  return shared;
}

function membersByTag({ members, starts, tags }: TagIndex): { starts: Int32Array; members: Int32Array } {
  let highest = -1;
  for (const tag of tags) highest = Math.max(highest, tag);
  const tagStarts = new Int32Array(highest + 2);
  for (const tag of tags) tagStarts[tag + 1]! += 1;
  for (let tag = 0; tag <= highest; tag += 1) tagStarts[tag + 1]! += tagStarts[tag]!;
  const next = tagStarts.slice();
  const byTag = new Int32Array(tags.length);
  for (let member = 0; member < members; member += 1) {
    for (let at = starts[member]!; at < starts[member + 1]!; at += 1) {
      const tag = tags[at]!;
      byTag[next[tag]!] = member;
      next[tag]! += 1;
    }
  }
  return { starts: tagStarts, members: byTag };
}
