import type { EntityManager } from 'typeorm';
import { affected, partsOf } from './affected.js';
import type { ByteKeys } from './byte-keys.js';
import { idText } from './copied-rows.js';
import type { StoredDigests, WantedDigests } from './link-digests.js';
import type { Say } from './say.js';
import type { Link, WantedLinks } from './wanted-links.js';

const MEMBERS_AT_ONCE = 1_000;
const DIFFERING_AT_ONCE = 100;
const LINKS_AT_ONCE = 5_000;

interface StoredLink extends Link {
  strength: number;
}

/** What is to be, beside what is. */
export interface LinksToCompare {
  /** The members, numbered in the order of their ids. */
  ids: ByteKeys;
  wanted: WantedLinks;
  wantedDigests: WantedDigests;
  storedDigests: StoredDigests;
}

/** What was done. */
export interface LinksPutRight {
  /** How many links were made, changed or taken away. */
  written: number;
  /** Of how many members the links were looked at one by one. */
  examined: number;
}

/**
 * Brings the links to what they are to be. Of each member those that are stored are compared as one: only where they
 * differ are they looked at.
 */
export async function putLinksRight(
  manager: EntityManager,
  { ids, wanted, wantedDigests, storedDigests }: LinksToCompare,
  say: Say,
): Promise<LinksPutRight> {
  let written = 0;
  let examined = 0;
  let missing: Link[] = [];
  let differing: number[] = [];
  const flush = async (): Promise<void> => {
    written += await saveLinks(manager, missing);
    written += await putRight(
      manager,
      differing.flatMap((member) => wanted.of(member)),
      differing.map((member) => idText(ids.at(member))),
    );
    examined += differing.length;
    missing = [];
    differing = [];
  };
  for (let member = 0; member < ids.length; member += 1) {
    const stored = storedDigests.of(ids.at(member));
    const digest = wantedDigests.of(member);
    if (stored === undefined) missing.push(...wanted.of(member));
    else if (stored !== digest) differing.push(member);
    if (missing.length >= LINKS_AT_ONCE || differing.length >= DIFFERING_AT_ONCE) await flush();
    if (member % MEMBERS_AT_ONCE === 0) say('members connected', member);
  }
  await flush();
  // Second ends who are no members.
  for (const some of partsOf(strangersOf(ids, storedDigests), DIFFERING_AT_ONCE)) {
    written += await putRight(manager, [], some);
  }
  return { written, examined };
}

function strangersOf(members: ByteKeys, { ids }: StoredDigests): string[] {
  const strangers: string[] = [];
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids.at(place);
    if (members.find(id, 0, id.length) < 0) strangers.push(idText(id));
  }
  return strangers;
}

/** Writes the differences of some members' links, those of which they are the second end. */
async function putRight(
  manager: EntityManager,
  wanted: readonly Link[],
  toIds: readonly string[],
): Promise<number> {
  if (toIds.length === 0) return 0;
  const rows: StoredLink[] = await manager.query(
    `SELECT from_user_id AS "from", to_user_id AS "to", strength, array_to_string(shared_tags, ' ') AS tags,
            kept_by_from AS "byFrom", kept_by_to AS "byTo"
       FROM connections WHERE to_user_id = ANY($1::uuid[])`,
    [toIds],
  );
  const stored = new Map(rows.map((link) => [`${link.from} ${link.to}`, link]));
  const changed = wanted.filter((link) => {
    const key = `${link.from} ${link.to}`;
    const before = stored.get(key);
    stored.delete(key);
    return !before || isOther(before, link);
  });
  return (await removeLinks(manager, [...stored.values()])) + (await saveLinks(manager, changed));
}

const isOther = (stored: StoredLink, { tags, byFrom, byTo }: Link): boolean =>
  stored.tags !== tags ||
  stored.strength !== tags.split(' ').length ||
  stored.byFrom !== byFrom ||
  stored.byTo !== byTo;

async function removeLinks(manager: EntityManager, links: readonly Link[]): Promise<number> {
  let removed = 0;
  for (const part of partsOf(links, LINKS_AT_ONCE)) {
    removed += await affected(
      manager,
      `DELETE FROM connections USING unnest($1::uuid[], $2::uuid[]) AS gone (one, other)
        WHERE from_user_id = one AND to_user_id = other`,
      [part.map(({ from }) => from), part.map(({ to }) => to)],
    );
  }
  return removed;
}

/** Makes links, or changes them. An account that is going just now is waited for, and left out. */
async function saveLinks(manager: EntityManager, links: readonly Link[]): Promise<number> {
  let saved = 0;
  for (const part of partsOf(links, LINKS_AT_ONCE)) {
    saved += await affected(
      manager,
      `INSERT INTO connections (from_user_id, to_user_id, shared_tags, strength, kept_by_from, kept_by_to)
       SELECT one.id, other.id, string_to_array(tags, ' '), cardinality(string_to_array(tags, ' ')), by_from, by_to
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::boolean[])
                AS wanted (from_id, to_id, tags, by_from, by_to)
         JOIN users one ON one.id = from_id JOIN users other ON other.id = to_id
        ORDER BY one.id, other.id FOR KEY SHARE OF one, other
       ON CONFLICT (from_user_id, to_user_id) DO UPDATE
          SET shared_tags = excluded.shared_tags, strength = excluded.strength,
              kept_by_from = excluded.kept_by_from, kept_by_to = excluded.kept_by_to`,
      [
        part.map(({ from }) => from),
        part.map(({ to }) => to),
        part.map(({ tags }) => tags),
        part.map(({ byFrom }) => byFrom),
        part.map(({ byTo }) => byTo),
      ],
    );
  }
  return saved;
}
