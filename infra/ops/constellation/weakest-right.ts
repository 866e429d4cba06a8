import type { DataSource, EntityManager } from 'typeorm';
import { affected, partsOf } from './affected.js';
import type { ByteKeys } from './byte-keys.js';
import { copyRows, idText } from './copied-rows.js';
import type { KeptLists } from './strongest.js';

const MEMBERS_AT_ONCE = 5_000;

/**
 * Brings what nodes know of the last links that members keep to what these are.
 * @param ids the members, numbered in the order of their ids
 * @returns how many nodes were put right
 */
export async function putWeakestRight(
  dataSource: DataSource,
  manager: EntityManager,
  ids: ByteKeys,
  { weakest, weakestStrength }: KeptLists,
): Promise<number> {
  // Whoever has no node yet gets one that knows of none.
  const isRight = Array.from(weakestStrength, (strength) => strength === 0);
  await copyRows(
    dataSource,
    'SELECT user_id, weakest_strength, weakest_id FROM constellation_nodes WHERE weakest_strength IS NOT NULL',
    3,
    (row) => {
      const { bytes } = row;
      const member = ids.find(bytes, row.start(0), row.end(0));
      if (member < 0) return;
      isRight[member] =
        row.int(1) === weakestStrength[member] && ids.isAt(weakest[member]!, bytes, row.start(2), row.end(2));
    },
  );
  const wrong = [...isRight.keys()].filter((member) => !isRight[member]);
  let written = 0;
  for (const members of partsOf(wrong, MEMBERS_AT_ONCE)) {
    written += await affected(
      manager,
      `UPDATE constellation_nodes node SET weakest_strength = wanted.strength, weakest_id = wanted.other_id
         FROM unnest($1::uuid[], $2::integer[], $3::uuid[]) AS wanted (id, strength, other_id)
        WHERE node.user_id = wanted.id`,
      [
        members.map((member) => idText(ids.at(member))),
        members.map((member) => weakestStrength[member]! || null),
        members.map((member) => (weakestStrength[member]! > 0 ? idText(ids.at(weakest[member]!)) : null)),
      ],
    );
  }
  return written;
}
