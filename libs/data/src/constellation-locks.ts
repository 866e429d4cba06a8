import type { EntityManager, QueryRunner } from 'typeorm';
import { clientOf, queryPrepared } from './prepared.js';

// The first of the two keys of an advisory lock; arbitrary numbers that nothing else uses.
const MEMBER = 6_640_018;
const TAG = 6_640_019;
const ALL = 6_640_020;

/** All tags share this many locks, because PostgreSQL's lock table is limited and a member can have many tags. */
const TAG_LOCKS = 1_024;
/** Hexadecimal digits of a tag id that select its lock. */
const LOCK_DIGITS = 8;

/*
 * Recomputing the links of a member takes these locks in order: the member, the constellation (shared), then the
 * member's former and current tags by lock number. Members with a common tag are therefore processed one after another,
 * and each sees the other's result. Changing the hub tags takes the constellation lock exclusively. A transaction that
 * has locked a link's row never waits for a member's row.
 *
 * Member and tag locks belong to the connection, not the transaction, so that the changes can be published after the
 * commit and before another process changes the same links.
 */

/** Locks a member's links, and the set of hub tags in shared mode, until `releaseConstellationLocks`. */
export async function lockMember(manager: EntityManager, userId: string): Promise<void> {
  // PostgreSQL evaluates the select list from left to right, so the lock order is fixed.
  await queryPrepared(
    manager,
    'lock member',
    'SELECT pg_advisory_lock($1, hashtext($2)), pg_advisory_lock_shared($3, 0)',
    [MEMBER, userId, ALL],
  );
}

/** Locks the whole constellation until the transaction ends. */
export async function lockConstellation(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, 0)', [ALL]);
}

/** Locks tags until `releaseConstellationLocks`. Omit hub tags, which would make most members wait for each other. */
export async function lockTags(manager: EntityManager, tagIds: readonly string[]): Promise<void> {
  const keys = new Set(tagIds.map(lockOf));
  await queryPrepared(
    manager,
    'lock tags',
    'SELECT pg_advisory_lock($1, key) FROM unnest($2::integer[]) AS key',
    [TAG, [...keys].toSorted((one, other) => one - other)],
  );
}

/** Returns the lock of a tag, from the random end of its id. */
const lockOf = (tagId: string): number => Number.parseInt(tagId.slice(-LOCK_DIGITS), 16) % TAG_LOCKS;

/** Releases the session-level locks of a connection. If that fails, closes the connection and rethrows. */
export async function releaseConstellationLocks(runner: QueryRunner): Promise<void> {
  const client = await clientOf(runner);
  try {
    await queryPrepared(runner.manager, 'release constellation locks', 'SELECT pg_advisory_unlock_all()', []);
  } catch (error) {
    // Back in the pool, the connection would keep its locks.
    await client.end();
    throw error;
  }
}
