import { isHubTag } from '@oniverse/data';
import type { EntityManager } from 'typeorm';
import { ByteKeys } from './byte-keys.js';
import type { NumberLists } from './number-lists.js';
import type { TagNumbers } from './tag-numbers.js';

/** The tags that count, by their places in the order of names, and who shows them. */
export interface CountableTags {
  /** The places of each member's tags, ascending. */
  index: NumberLists;
  /** Their names, numbered in their order. */
  names: ByteKeys;
  /** The hashes of their names, as many for each as there are ways of keeping a link. */
  nameHashes: Int32Array;
  /** The ids of tags that are marked as hubs and are none, or the other way round. */
  turned: string[];
}

/** Leaves out the tags that so many members show that they connect nobody. */
export async function countableTags(
  manager: EntityManager,
  numbers: TagNumbers,
  shown: NumberLists,
): Promise<CountableTags> {
  const counted: { members: number }[] = await manager.query(
    'SELECT count(*)::integer AS members FROM users',
  );
  const members = counted[0]?.members ?? 0;
  const shownBy = new Int32Array(numbers.count);
  for (const tag of shown.values) shownBy[tag]! += 1;
  const places = new Int32Array(numbers.count).fill(-1);
  const names = new ByteKeys();
  const hashes: Int32Array[] = [];
  const turned: string[] = [];
  for (const { tag, name } of inOrderOfNames(numbers)) {
    const isHub = isHubTag(shownBy[tag]!, members);
    if (isHub !== numbers.isMarked(tag)) turned.push(numbers.idOf(tag));
    if (isHub) continue;
    places[tag] = names.add(name, 0, name.length);
    hashes.push(numbers.hashesOf(tag));
  }
  return { index: placed(shown, places), names, nameHashes: joined(hashes), turned };
}

/** As `COLLATE "C"` does it: by bytes. */
function inOrderOfNames(numbers: TagNumbers): { tag: number; name: Buffer }[] {
  return Array.from({ length: numbers.count }, (_, tag) => ({ tag, name: numbers.nameOf(tag) })).toSorted(
    (one, other) => Buffer.compare(one.name, other.name),
  );
}

function joined(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function placed({ starts: allStarts, values: all }: NumberLists, places: Int32Array): NumberLists {
  const starts = new Int32Array(allStarts.length);
  const values = new Int32Array(all.length);
  let count = 0;
  for (let member = 0; member + 1 < allStarts.length; member += 1) {
    for (let at = allStarts[member]!; at < allStarts[member + 1]!; at += 1) {
      const place = places[all[at]!]!;
      if (place < 0) continue;
      values[count] = place;
      count += 1;
    }
    values.subarray(starts[member], count).sort();
    starts[member + 1] = count;
  }
  return { starts, values: values.subarray(0, count) };
}

/** Marks as hubs those that are, and the others not; the last thing that is done, since members wait for tags' rows. */
export async function turnHubs(manager: EntityManager, tagIds: readonly string[]): Promise<void> {
  if (tagIds.length === 0) return;
  // In the order of names, as all do who change tags.
  await manager.query(
    `UPDATE tags SET is_hub = NOT tags.is_hub
       FROM (SELECT id FROM tags WHERE id = ANY($1::uuid[]) ORDER BY name FOR NO KEY UPDATE) AS turned
      WHERE tags.id = turned.id`,
    [tagIds],
  );
}
