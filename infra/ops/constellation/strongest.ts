/** Who shows which tags, by numbers: members in the order of their ids, tags in that of their names. */
export interface TagIndex {
  members: number;
  /** For each member the place in `tags` where the member's begin; one more at the end. */
  starts: Int32Array;
  /** The tags of each member, ascending. */
  tags: Int32Array;
}

/** Two members, one of whom keeps the link. */
export interface KeptPairs {
  /** Ascending: `(from * members + to) * 2`, and 1 more where it is the other end that keeps it. */
  keys: Float64Array;
}

/**
 * For each member the strongest links: by the number of shared tags, then by the other's place.
 * @param kept how many each member keeps at most
 * @param progress is told how many members are done, now and then
 */
export function strongestPairs(index: TagIndex, kept: number, progress: (done: number) => void): KeptPairs {
  const { members, starts, tags } = index;
  const shown = membersByTag(index);
  const shares = new Int32Array(members);
  const others = new Int32Array(members);
  let keys = new Float64Array(Math.min(members * kept, 1_024));
  let count = 0;
  for (let member = 0; member < members; member += 1) {
    let found = 0;
    for (let at = starts[member]!; at < starts[member + 1]!; at += 1) {
      const tag = tags[at]!;
      for (let place = shown.starts[tag]!; place < shown.starts[tag + 1]!; place += 1) {
        const other = shown.members[place]!;
        if (other === member) continue;
        if (shares[other] === 0) {
          others[found] = other;
          found += 1;
        }
        shares[other]! += 1;
      }
    }
    // Strongest first, then by place: both in one number, so that numbers are all that is sorted.
    const ranks = new Float64Array(found);
    for (let place = 0; place < found; place += 1) {
      const other = others[place]!;
      ranks[place] = other - shares[other]! * members;
      shares[other] = 0;
    }
    ranks.sort();
    for (let place = 0; place < Math.min(found, kept); place += 1) {
      const rank = ranks[place]!;
      const other = rank - Math.floor(rank / members) * members;
      if (count === keys.length) keys = grown(keys);
      keys[count] = member < other ? (member * members + other) * 2 : (other * members + member) * 2 + 1;
      count += 1;
    }
    if (member % 10_000 === 0) progress(member);
  }
  progress(members);
  return { keys: keys.subarray(0, count).toSorted() };
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

function grown(keys: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(keys.length * 2);
  larger.set(keys);
  return larger;
}
