import type { CopiedRow } from './copied-rows.js';
import { GrowingList } from './growing-list.js';

/** Hashes of 64 bits, each as two numbers of 32. */
export class Hashes {
  private readonly list = new GrowingList();

  /** Takes the hash that stands in a field of type bigint. */
  pushField(row: CopiedRow, field: number): void {
    this.list.push(row.int(field));
    this.list.push(row.int(field, 4));
  }

  push(hash: bigint): void {
    this.list.push(Number(BigInt.asIntN(32, hash >> 32n)));
    this.list.push(Number(BigInt.asIntN(32, hash)));
  }

  /** The upper and the lower half of each, by turns. */
  get halves(): Int32Array {
    return this.list.all;
  }
}
