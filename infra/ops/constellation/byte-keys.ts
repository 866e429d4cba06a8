const NONE = 0;

/**
 * Strings of bytes, each with a number from 0 in the order in which they came: in a fraction of the room and the time
 * that a map of texts takes.
 */
export class ByteKeys {
  private bytes = Buffer.alloc(65_536);
  /** Where each key begins in `bytes`; one more at the end. */
  private starts: Int32Array = new Int32Array(1_024);
  /** For each place of the hash table one more than a key's number, or none. */
  private table = new Int32Array(2_048);
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** @returns the number of the key, -1 where it has none */
  find(from: Uint8Array, start: number, end: number): number {
    return this.table[this.placeOf(from, start, end)]! - 1;
  }

  /** @returns the number of the key, a new one where it had none */
  add(from: Uint8Array, start: number, end: number): number {
    const place = this.placeOf(from, start, end);
    const known = this.table[place]!;
    if (known !== NONE) return known - 1;
    const number = this.append(from, start, end);
    this.table[place] = number + 1;
    if (this.count * 2 > this.table.length) this.widen();
    return number;
  }

  /** The key of a number; only until the next one is added. */
  at(number: number): Buffer {
    return this.bytes.subarray(this.starts[number], this.starts[number + 1]);
  }

  lengthOf(number: number): number {
    return this.starts[number + 1]! - this.starts[number]!;
  }

  /** Whether these bytes are those of a key. */
  isAt(number: number, from: Uint8Array, start: number, end: number): boolean {
    const own = this.starts[number]!;
    if (this.starts[number + 1]! - own !== end - start) return false;
    const { bytes } = this;
    const shift = own - start;
    // From the end, where ids that were made at about the same time differ.
    for (let at = end - 1; at >= start; at -= 1) if (bytes[at + shift] !== from[at]) return false;
    return true;
  }

  /** Where a key stands in the hash table, or may stand: the first of its places that is its own or nobody's. */
  private placeOf(from: Uint8Array, start: number, end: number): number {
    const mask = this.table.length - 1;
    const { table } = this;
    let place = hashOf(from, start, end) & mask;
    for (
      let entry = table[place]!;
      entry !== NONE && !this.isAt(entry - 1, from, start, end);
      entry = table[place]!
    ) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private append(from: Uint8Array, start: number, end: number): number {
    const number = this.count;
    const at = this.starts[number]!;
    const next = at + end - start;
    if (next > this.bytes.length) this.bytes = Buffer.concat([this.bytes], next * 2);
    if (number + 2 > this.starts.length) this.starts = widened(this.starts);
    this.bytes.set(from.subarray(start, end), at);
    this.starts[number + 1] = next;
    this.count += 1;
    return number;
  }

  private widen(): void {
    this.table = new Int32Array(this.table.length * 2);
    for (let number = 0; number < this.count; number += 1) {
      const place = this.placeOf(this.bytes, this.starts[number]!, this.starts[number + 1]!);
      this.table[place] = number + 1;
    }
  }
}

function widened(numbers: Int32Array): Int32Array {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/**
 * Four bytes at a time are mixed in by Knuth's multiplier, the rest one by one. Each time the upper bits are folded into
 * the lower ones, since those are what places are taken from.
 */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
