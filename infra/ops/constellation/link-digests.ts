import type { DataSource } from 'typeorm';
import { ByteKeys } from './byte-keys.js';
import { copyRows } from './copied-rows.js';
import type { KeptLinks } from './kept-links.js';
import type { NumberLists } from './number-lists.js';

/*
 * A link's hash is made of hashes by which PostgreSQL parts tables, and which it therefore never changes: that of the
 * first end's id, and that of the list of tags, begun with who keeps the link. Were they others, each link would be
 * looked at, and none be wrong. Source of how the hash of a list follows from those of its members:
 * hash_array_extended in src/backend/utils/adt/arrayfuncs.c of PostgreSQL.
 */

/** The ways of keeping a link: by the first end, by the other one, by both. */
export const WAYS_OF_KEEPING = [1, 2, 3] as const;

const TWO_TO_32 = 2 ** 32;

/** The hash of a member's id, as a column. */
export const idHashOf = (id: string): string => `uuid_hash_extended(${id}, 0)`;

/** The hashes of a tag's name, one for each way of keeping, as columns. */
export const nameHashesOf = (name: string): string =>
  WAYS_OF_KEEPING.map((way) => `hashtextextended(${name}, ${way})`).join(', ');

/** What is stored of each second end: the sum of its links' hashes, whatever their order. */
export class StoredDigests {
  readonly ids = new ByteKeys();
  private readonly sums: bigint[] = [];

  static async read(dataSource: DataSource): Promise<StoredDigests> {
    const digests = new StoredDigests();
    await copyRows(
      dataSource,
      `SELECT to_user_id, sum(
                ${idHashOf('from_user_id')}
                  # hash_array_extended(shared_tags, kept_by_from::integer + 2 * kept_by_to::integer)
              )::text
         FROM connections GROUP BY to_user_id`,
      2,
      (row) => {
        digests.ids.add(row.bytes, row.start(0), row.end(0));
        digests.sums.push(BigInt.asUintN(64, BigInt(row.text(1))));
      },
    );
    return digests;
  }

  /** @returns undefined for a member who is the second end of none */
  of(id: Buffer): bigint | undefined {
    const place = this.ids.find(id, 0, id.length);
    return place < 0 ? undefined : this.sums[place];
  }
}

/** The hashes that those of links are made of. */
export interface PartHashes {
  /** Of each member's id, its upper and its lower half by turns. */
  ids: Int32Array;
  /** Of each tag's name, by its place: for each way of keeping the upper and the lower half. */
  names: Int32Array;
}

/** The same sums of the links that are wanted. */
export class WantedDigests {
  /** By the place of a tag, the last member who was asked for and shows it, counted from 1. */
  private readonly shownBy: Int32Array;

  constructor(
    private readonly index: NumberLists,
    private readonly links: KeptLinks,
    private readonly hashes: PartHashes,
  ) {
    this.shownBy = new Int32Array(hashes.names.length / (2 * WAYS_OF_KEEPING.length));
  }

  /** @returns undefined for a member who is the second end of none */
  of(member: number): bigint | undefined {
    const { shownBy } = this;
    const { starts, froms, kept } = this.links;
    const { starts: tagStarts, values: tags } = this.index;
    const { ids, names } = this.hashes;
    const first = starts[member]!;
    const last = starts[member + 1]!;
    if (first === last) return undefined;
    for (let at = tagStarts[member]!; at < tagStarts[member + 1]!; at += 1) shownBy[tags[at]!] = member + 1;
    // The sums of halves stay whole numbers, of two million links at least.
    let upperSum = 0;
    let lowerSum = 0;
    for (let place = first; place < last; place += 1) {
      const from = froms[place]!;
      const way = (kept[place]! - 1) * 2;
      const lastTag = tagStarts[from + 1]!;
      // In 64 bits, for each tag that both show: hash = hash * 31 + the tag's.
      let upper = 0;
      let lower = 1;
      for (let at = tagStarts[from]!; at < lastTag; at += 1) {
        const tag = tags[at]!;
        if (shownBy[tag] !== member + 1) continue;
        const hash = tag * 2 * WAYS_OF_KEEPING.length + way;
        const sum = lower * 31 + (names[hash + 1]! >>> 0);
        upper = (Math.imul(upper, 31) + names[hash]! + Math.floor(sum / TWO_TO_32)) | 0;
        lower = sum >>> 0;
      }
      upperSum += (upper ^ ids[from * 2]!) >>> 0;
      lowerSum += (lower ^ ids[from * 2 + 1]!) >>> 0;
    }
    return BigInt.asUintN(64, (BigInt(upperSum) << 32n) + BigInt(lowerSum));
  }
}
