import type { EntityManager } from 'typeorm';

/** The tags with the same beginning that are read at most. */
const READ = 1_000;
const MARK = /^\p{M}/u;

/**
 * Returns the tag of which a stored one is the beginning, from when tags ended at the first mark of a letter: `विज्ञान` for
 * `व`. Undefined if the tag itself is in public use, or if there is not exactly one such tag.
 */
export async function findContinuedTag(manager: EntityManager, tag: string): Promise<string | undefined> {
  const rows: { name: string }[] = await manager.query(
    `SELECT name FROM tags
      WHERE name COLLATE "C" >= $1 AND name COLLATE "C" < $1 || chr(1114111) AND usage_count > 0
      ORDER BY name COLLATE "C" LIMIT ${READ}`,
    [tag],
  );
  const names = rows.map(({ name }) => name);
  const continued = names.filter((name) => MARK.test(name.slice(tag.length)));
  return names.includes(tag) || continued.length > 1 ? undefined : continued[0];
}
