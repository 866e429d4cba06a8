import type { EntityManager } from 'typeorm';

/** Adds to the usage counts of tags. Call it last in the transaction, because it locks rows that other members need. */
export async function adjustTagUsage(
  manager: EntityManager,
  uses: readonly (readonly [tag: string, uses: number])[],
): Promise<void> {
  if (uses.length === 0) return;
  // Ordered by name, so that concurrent changes with common tags cannot deadlock.
  await manager.query(
    `INSERT INTO tags (name, usage_count)
     SELECT name, greatest(uses, 0) FROM unnest($1::text[], $2::integer[]) AS changed (name, uses) ORDER BY name
     ON CONFLICT (name) DO UPDATE
       SET usage_count = greatest(tags.usage_count + (
         SELECT uses FROM unnest($1::text[], $2::integer[]) AS changed (name, uses) WHERE changed.name = tags.name
       ), 0)`,
    [uses.map(([tag]) => tag), uses.map(([, change]) => change)],
  );
}
