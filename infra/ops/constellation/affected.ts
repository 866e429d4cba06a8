import type { EntityManager } from 'typeorm';

/** Inserts, changes or deletes rows. @returns how many they were */
export async function affected(manager: EntityManager, sql: string, parameters: unknown[]): Promise<number> {
  // In this form an insert too says how many rows there were.
  const rows: { count: number }[] = await manager.query(
    `WITH written AS (${sql} RETURNING 1) SELECT count(*)::integer AS count FROM written`,
    parameters,
  );
  return rows[0]?.count ?? 0;
}

/** A list in parts, so that no statement takes too long. */
export function* partsOf<L extends Sliced<L>>(all: L, size: number): Generator<L> {
  for (let first = 0; first < all.length; first += size) yield all.slice(first, first + size);
}

/** What can be taken in parts: an array of whatever kind. */
interface Sliced<L> {
  readonly length: number;
  slice(start: number, end: number): L;
}
