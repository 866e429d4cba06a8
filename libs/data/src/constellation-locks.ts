import type { EntityManager } from 'typeorm';
import { prepared } from './prepared.js';

// The first of the two numbers of an advisory lock: any that are ours alone.
const MEMBER = 6_640_018;
const TAG = 6_640_019;
const ALL = 6_640_020;

/** Tags share this many locks: a member may show any number of tags, and the server's table of locks has an end. */
const TAG_LOCKS = 1_024;

/*
 * Who computes links holds, in this order and until the transaction ends: the member, the constellation (shared with
 * others who do the same), then each tag that the member shows or showed, in the order of their locks. Two members
 * who share a tag, or did, so come one after another, and each sees what the other has done; whoever changes which
 * tags count holds the whole constellation alone. Members' rows are never waited for by whoever holds a link's row.
 */

/** One member's links are computed by one at a time, and which tags count stays as it is. */
export async function holdMember(manager: EntityManager, userId: string): Promise<void> {
  // One after the other, as they stand there.
  await prepared(
    manager,
    'hold member',
    'SELECT pg_advisory_xact_lock($1, hashtext($2)), pg_advisory_xact_lock_shared($3, 0)',
    [MEMBER, userId, ALL],
  );
}

/** Nobody else computes any links. */
export async function holdConstellation(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, 0)', [ALL]);
}

/** Who shows any of these tags stays as it is; those that do not count are left out. */
export async function holdTags(manager: EntityManager, tagIds: readonly string[]): Promise<void> {
  await prepared(
    manager,
    'hold tags',
    `SELECT pg_advisory_xact_lock($1, place) FROM (
       SELECT DISTINCT hashtext(id::text) & ${TAG_LOCKS - 1} AS place
         FROM tags WHERE id = ANY($2::uuid[]) AND NOT is_hub ORDER BY place
     ) AS places`,
    [TAG, tagIds],
  );
}
