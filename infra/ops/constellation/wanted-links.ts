import { createHash } from 'node:crypto';
import { type KeptLinks, sharedTags, type TagIndex } from './strongest.js';

/** A link as it is to be stored. */
export interface Link {
  from: string;
  to: string;
  /** The names of the shared tags in their order, with spaces between them. */
  tags: string;
  byFrom: boolean;
  byTo: boolean;
}

/** Bytes of a link before its tags: the other end, and three numbers. */
const HEAD_BYTES = 28;
const ID_BYTES = 16;

/**
 * What {@link WantedLinks.digestOf} makes of a member's links, of those that are stored: as a query of `id` and
 * `digest`, of the members after $1 up to $2.
 */
export const STORED_DIGESTS = `SELECT from_user_id AS id, md5(string_agg(
         uuid_send(to_user_id) || int4send(strength) || int4send(kept_by_from::integer + 2 * kept_by_to::integer)
           || int4send(octet_length(tags)) || tags, '' ORDER BY to_user_id)) AS digest
  FROM (
    SELECT from_user_id, to_user_id, strength, kept_by_from, kept_by_to,
           convert_to(array_to_string(shared_tags, ' '), 'UTF8') AS tags
      FROM connections WHERE from_user_id > $1 AND from_user_id <= $2
  ) AS links GROUP BY from_user_id`;

/** The links that are to be there, made as they are needed: as objects there would be too many of them at once. */
export class WantedLinks {
  private readonly idBytes: Buffer;
  private readonly nameBytes: Buffer[];
  private bytes = Buffer.alloc(65_536);

  constructor(
    private readonly ids: readonly string[],
    private readonly names: readonly string[],
    private readonly index: TagIndex,
    private readonly links: KeptLinks,
  ) {
    this.idBytes = Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex');
    this.nameBytes = names.map((name) => Buffer.from(name));
  }

  /** Those of which a member is the first end, by the other ends. */
  of(member: number): Link[] {
    const links: Link[] = [];
    this.each(member, (to, kept) => {
      const tags = sharedTags(this.index, member, to)
        .map((tag) => this.names[tag]!)
        .join(' ');
      const byFrom = (kept & 1) !== 0;
      const byTo = (kept & 2) !== 0;
      links.push({ from: this.ids[member]!, to: this.ids[to]!, tags, byFrom, byTo });
    });
    return links;
  }

  /** Tells links apart that differ in anything; undefined where a member is the first end of none. */
  digestOf(member: number): string | undefined {
    let length = 0;
    this.each(member, (to, kept) => {
      length = this.append(length, member, to, kept);
    });
    if (length === 0) return undefined;
    return createHash('md5').update(this.bytes.subarray(0, length)).digest('hex');
  }

  private append(start: number, member: number, to: number, kept: number): number {
    const shared = sharedTags(this.index, member, to);
    const tagBytes = shared.reduce((sum, tag) => sum + this.nameBytes[tag]!.length + 1, -1);
    const end = start + HEAD_BYTES + tagBytes;
    if (end > this.bytes.length) this.bytes = Buffer.concat([this.bytes], end * 2);
    const { bytes } = this;
    bytes.set(this.idBytes.subarray(to * ID_BYTES, (to + 1) * ID_BYTES), start);
    bytes.writeInt32BE(shared.length, start + 16);
    bytes.writeInt32BE(kept, start + 20);
    bytes.writeInt32BE(tagBytes, start + 24);
    let at = start + HEAD_BYTES;
    for (const tag of shared) {
      if (at > start + HEAD_BYTES) {
        bytes[at] = 0x20;
        at += 1;
      }
      bytes.set(this.nameBytes[tag]!, at);
      at += this.nameBytes[tag]!.length;
    }
    return end;
  }

  /** @param visit gets the other end, and 1 where the member keeps the link, 2 where the other one does, or both */
  private each(member: number, visit: (to: number, kept: number) => void): void {
    const { starts, ends } = this.links;
    const last = starts[member + 1]!;
    for (let at = starts[member]!; at < last; at += 1) {
      const end = ends[at]!;
      const isByTo = end % 2 === 1;
      const isByBoth = !isByTo && at + 1 < last && ends[at + 1] === end + 1;
      if (isByBoth) at += 1;
      visit(end >> 1, isByBoth ? 3 : isByTo ? 2 : 1);
    }
  }
}
