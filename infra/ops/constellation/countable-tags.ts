import { isHubOf } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import type { ShownTags } from './shown-tags.js';
import type { TagIndex } from './strongest.js';
import type { TagNumbers } from './tag-numbers.js';

/** The tags that count, by their places in the order of names, and who shows them. */
export interface CountableTags {
  index: TagIndex;
  /** By the place of a tag. */
  names: string[];
  /** The ids of tags that are marked as hubs and are none, or the other way round. */
  turned: string[];
}

/** Leaves out the tags that so many members show that they connect nobody. */
export async function countableTags(
  manager: EntityManager,
  numbers: TagNumbers,
  { ids, starts, tags }: ShownTags,
): Promise<CountableTags> {
  const counted: { members: number }[] = await manager.query(
    'SELECT count(*)::integer AS members FROM users',
  );
  const members = counted[0]?.members ?? 0;
  const stored: { id: string; name: string; is_hub: boolean }[] = await manager.query(
    'SELECT id, name, is_hub FROM tags ORDER BY name COLLATE "C"',
  );
  const shownBy = new Int32Array(numbers.count);
  for (const tag of tags) shownBy[tag]! += 1;
  const places = new Int32Array(numbers.count).fill(-1);
  const names: string[] = [];
  const turned: string[] = [];
  for (const { id, name, is_hub: isMarked } of stored) {
    const tag = numbers.numberOfId(id);
    const isHub = tag !== undefined && isHubOf(shownBy[tag]!, members);
    if (isHub !== isMarked) turned.push(id);
    if (tag === undefined || isHub) continue;
    places[tag] = names.length;
    names.push(name);
  }
  return { index: indexed(ids.length, starts, tags, places), names, turned };
}

function indexed(members: number, starts: Int32Array, tags: Int32Array, places: Int32Array): TagIndex {
  const index: TagIndex = { members, starts: new Int32Array(members + 1), tags: new Int32Array(tags.length) };
  let count = 0;
  for (let member = 0; member < members; member += 1) {
    for (let at = starts[member]!; at < starts[member + 1]!; at += 1) {
      const place = places[tags[at]!]!;
      if (place < 0) continue;
      index.tags[count] = place;
      count += 1;
    }
    index.tags.subarray(index.starts[member], count).sort();
    index.starts[member + 1] = count;
  }
  return { ...index, tags: index.tags.subarray(0, count) };
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
