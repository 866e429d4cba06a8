import { GrowingList } from './growing-list.js';

/** A list of numbers for each owner, owners being numbers from 0. */
export interface NumberLists {
  /** For each owner the place in `values` where the owner's begin; one more at the end. */
  starts: Int32Array;
  values: Int32Array;
}

/** Numbers that come with their owners, in any order. */
export class OwnedNumbers {
  private readonly owners = new GrowingList();
  private readonly values = new GrowingList();

  push(owner: number, value: number): void {
    this.owners.push(owner);
    this.values.push(value);
  }

  /** @param owners how many owners there are */
  byOwner(owners: number): NumberLists {
    const all = this.owners.all;
    const values = this.values.all;
    return gathered(owners, values.length, (visit) => {
      for (let place = 0; place < all.length; place += 1) visit(all[place]!, values[place]!);
    });
  }
}

/** The same the other way round: for each value its owners, ascending. */
export function turnedRound({ starts, values }: NumberLists): NumberLists {
  let highest = -1;
  for (const value of values) highest = Math.max(highest, value);
  return gathered(highest + 1, values.length, (visit) => {
    for (let owner = 0; owner + 1 < starts.length; owner += 1) {
      for (let at = starts[owner]!; at < starts[owner + 1]!; at += 1) visit(values[at]!, owner);
    }
  });
}

/**
 * Lists of what is visited, in the order in which it is visited.
 * @param each visits everything with its owner, twice the same
 */
export function gathered(
  owners: number,
  count: number,
  each: (visit: (owner: number, value: number) => void) => void,
): NumberLists {
  const starts = new Int32Array(owners + 1);
  each((owner) => {
    starts[owner + 1]! += 1;
  });
  for (let owner = 0; owner < owners; owner += 1) starts[owner + 1]! += starts[owner]!;
  const next = starts.slice();
  const values = new Int32Array(count);
  each((owner, value) => {
    values[next[owner]!] = value;
    next[owner]! += 1;
  });
  return { starts, values };
}
