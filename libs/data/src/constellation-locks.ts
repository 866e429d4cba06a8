import type { EntityManager, QueryRunner } from 'typeorm';
import { clientOf, prepared } from './prepared.js';

// The first of the two numbers of an advisory lock: any that are ours alone.
const MEMBER = 6_640_018;
const TAG = 6_640_019;
const ALL = 6_640_020;

/** Tags share this many locks: a member may show any number of tags, and the server's table of locks has an end. */
const TAG_LOCKS = 1_024;
/** Hexadecimal digits of an id, with at least as many values. */
const LOCK_DIGITS = 8;

/*
 * Who computes links holds, in this order and until it lets go: the member, the constellation (shared with others who
 * do the same), then each tag that the member shows or showed, in the order of their locks. Two members who share a
 * tag, or did, so come one after another, and each sees what the other has done; whoever changes which tags count
 * holds the whole constellation alone. Members' rows are never waited for by whoever holds a link's row.
 *
 * The connection holds these, not its transaction, so that what was done to links can be told before anybody else does
 * anything to them: then nobody needs to read once more how they stand.
 */

/** One member's links are computed by one at a time, and which tags count stays as it is, until all is let go. */
export async function holdMember(manager: EntityManager, userId: string): Promise<void> {
  // One after the other, as they stand there.
  await prepared(
    manager,
    'hold member',
    'SELECT pg_advisory_lock($1, hashtext($2)), pg_advisory_lock_shared($3, 0)',
    [MEMBER, userId, ALL],
  );
}

/** Nobody else computes any links until the transaction ends. */
export async function holdConstellation(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, 0)', [ALL]);
}

/**
 * Who shows any of these tags stays as it is until all is let go.
 * @param tagIds of tags that count; those that do not would keep most members from each other
 */
export async function holdTags(manager: EntityManager, tagIds: readonly string[]): Promise<void> {
  const places = new Set(tagIds.map(lockOf));
  await prepared(
    manager,
    'hold tags',
    'SELECT pg_advisory_lock($1, place) FROM unnest($2::integer[]) AS place',
    [TAG, [...places].toSorted((one, other) => one - other)],
  );
}

/** Which of the locks is that of a tag: by the end of its id, which is as good as drawn. */
const lockOf = (tagId: string): number => Number.parseInt(tagId.slice(-LOCK_DIGITS), 16) % TAG_LOCKS;

/**
 * Lets go of all that a connection holds here, whether its transaction was committed or not.
 * @throws Error where that fails; the connection has then ended, and with it what it held
 */
export async function letGo(runner: QueryRunner): Promise<void> {
  const client = await clientOf(runner);
  try {
    await client.query({ name: 'let go', text: 'SELECT pg_advisory_unlock_all()' });
  } catch (error) {
    // Whoever got it from the pool would hold what it still does.
    await client.end();
    throw error;
  }
}
