import type { ByteKeys } from './byte-keys.js';
import { idText } from './copied-rows.js';
import { KEPT_BY, type KeptLinks } from './kept-links.js';
import type { NumberLists } from './number-lists.js';

/** A link as it is to be stored. */
export interface Link {
  from: string;
  to: string;
  /** The names of the shared tags in their order, with spaces between them. */
  tags: string;
  byFrom: boolean;
  byTo: boolean;
}

/** The links that are to be there, made as they are needed: as objects there would be too many of them at once. */
export class WantedLinks {
  /** @param names of tags, numbered as in the lists of the index */
  constructor(
    private readonly ids: ByteKeys,
    private readonly names: ByteKeys,
    private readonly index: NumberLists,
    private readonly links: KeptLinks,
  ) {}

  /** Those of which a member is the second end, by the first ends. */
  of(member: number): Link[] {
    const { starts, froms, kept } = this.links;
    const to = idText(this.ids.at(member));
    return Array.from(froms.subarray(starts[member], starts[member + 1]), (from, place) => {
      const ways = kept[starts[member]! + place]!;
      return {
        from: idText(this.ids.at(from)),
        to,
        tags: this.sharedBy(from, member),
        byFrom: (ways & KEPT_BY.from) !== 0,
        byTo: (ways & KEPT_BY.to) !== 0,
      };
    });
  }

  private sharedBy(one: number, other: number): string {
    const { starts, values } = this.index;
    const theirs = new Set(values.subarray(starts[other], starts[other + 1]));
    return Array.from(values.subarray(starts[one], starts[one + 1]))
      .filter((tag) => theirs.has(tag))
      .map((tag) => this.names.at(tag).toString())
      .join(' ');
  }
}
