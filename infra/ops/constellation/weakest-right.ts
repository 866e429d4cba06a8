import type { EntityManager } from 'typeorm';
import { affected, partsOf } from './affected.js';
import type { KeptLists } from './strongest.js';

const MEMBERS_AT_ONCE = 5_000;

/**
 * Brings what nodes know of the last links that members keep to what these are.
 * @param ids the members, ascending
 * @returns how many nodes were put right
 */
export async function putWeakestRight(
  manager: EntityManager,
  ids: readonly string[],
  { weakest, weakestStrength }: KeptLists,
): Promise<number> {
  let written = 0;
  for (const members of partsOf([...ids.keys()], MEMBERS_AT_ONCE)) {
    written += await affected(
      manager,
      `UPDATE constellation_nodes node SET weakest_strength = wanted.strength, weakest_id = wanted.other_id
         FROM unnest($1::uuid[], $2::integer[], $3::uuid[]) AS wanted (id, strength, other_id)
        WHERE node.user_id = wanted.id AND (weakest_strength, weakest_id)
              IS DISTINCT FROM (wanted.strength, wanted.other_id)`,
      [
        members.map((member) => ids[member]),
        members.map((member) => weakestStrength[member]! || null),
        members.map((member) => (weakestStrength[member]! > 0 ? ids[weakest[member]!] : null)),
      ],
    );
  }
  return written;
}
