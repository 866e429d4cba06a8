import type { EntityManager } from 'typeorm';

/**
 * Keeps the counts of tags right. The last thing in a transaction that holds the member's row, since others may wait
 * for a tag's row.
 * @param uses how many uses more or less each tag has
 */
export async function countTagUses(
  manager: EntityManager,
  uses: readonly (readonly [tag: string, uses: number])[],
): Promise<void> {
  if (uses.length === 0) return;
  // In the order of names, so that two changes that share tags wait for each other and never in a circle.
  await manager.query(
    `INSERT INTO tags (name, usage_count)
     SELECT name, greatest(uses, 0) FROM unnest($1::text[], $2::integer[]) AS changed (name, uses) ORDER BY name
     ON CONFLICT (name) DO UPDATE
       SET usage_count = greatest(tags.usage_count + (
         SELECT uses FROM unnest($1::text[], $2::integer[]) AS changed (name, uses) WHERE changed.name = tags.name
       ), 0)`,
    [uses.map(([tag]) => tag), uses.map(([, more]) => more)],
  );
}
