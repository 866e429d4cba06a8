import { VISIBLE } from '@oniverse/data';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, partsOf } from './affected.js';
import type { ByteKeys } from './byte-keys.js';
import { copyRows, ID_BYTES, idText } from './copied-rows.js';
import { GrowingList } from './growing-list.js';
import { type Node, readMembers } from './members.js';
import { type NumberLists, OwnedNumbers } from './number-lists.js';
import type { Say } from './say.js';
import type { TagNumbers } from './tag-numbers.js';

const ROWS_AT_ONCE = 5_000;
const SPACE = 0x20;

/** The tags of the things that members show, with spaces between them, whether the members are public or not. */
const TAGS_OF_THINGS = (
  [
    ['posts', VISIBLE.post],
    ['images', VISIBLE.image],
    ['boards', VISIBLE.board],
  ] as const
)
  .map(
    ([table, isShown]) =>
      `SELECT user_id, string_agg(array_to_string(tags, ' '), ' ') FROM ${table} thing
        WHERE ${isShown} AND tags <> '{}' GROUP BY user_id`,
  )
  .join(' UNION ALL ');

/** Who shows which tags. */
export interface ShownTags {
  /** The ids of the members, numbered in their order. */
  ids: ByteKeys;
  /** The hashes of their ids, the upper and the lower half of each by turns. */
  idHashes: Int32Array;
  /** The numbers of each member's tags, each once. */
  tags: NumberLists;
  /** How many nodes and how many tags of members were put right. */
  nodes: number;
  written: number;
}

/** Works out what members show, and brings nodes and the tags of members to it. */
export async function putShownTagsRight(
  dataSource: DataSource,
  manager: EntityManager,
  numbers: TagNumbers,
  say: Say,
): Promise<ShownTags> {
  const shown = new OwnedNumbers();
  const { ids, hashes, unknown } = await readMembers(dataSource, (member, names) => {
    for (const name of names) {
      const bytes = Buffer.from(name);
      shown.push(member, numbers.ofName(bytes, 0, bytes.length));
    }
  });
  say('members read', ids.length);
  const [, known] = await Promise.all([
    readTagsOfThings(dataSource, ids, numbers, shown),
    readKnownTags(dataSource, ids, numbers),
  ]);
  await numbers.makeRows();
  const { tags, added, removed } = compared(
    shown.byOwner(ids.length),
    known.byOwner(ids.length),
    numbers.count,
  );
  const nodes = (await removeNodes(manager)) + (await saveNodes(manager, ids, unknown));
  const written =
    (await removeTags(manager, ids, numbers, removed)) + (await addTags(manager, ids, numbers, added));
  return { ids, idHashes: hashes.halves, tags, nodes, written };
}

/** @param shown gets the tags, as often as something has them */
async function readTagsOfThings(
  dataSource: DataSource,
  ids: ByteKeys,
  numbers: TagNumbers,
  shown: OwnedNumbers,
): Promise<void> {
  await copyRows(dataSource, TAGS_OF_THINGS, 2, (row) => {
    const { bytes } = row;
    const member = ids.find(bytes, row.start(0), row.end(0));
    if (member < 0) return;
    const last = row.end(1);
    for (let start = row.start(1), end = start; start < last; start = end + 1) {
      for (end = start; end < last && bytes[end] !== SPACE;) end += 1;
      shown.push(member, numbers.ofName(bytes, start, end));
    }
  });
}

/** What members are known to show; tags of those who are none go with their nodes. */
async function readKnownTags(
  dataSource: DataSource,
  ids: ByteKeys,
  numbers: TagNumbers,
): Promise<OwnedNumbers> {
  const known = new OwnedNumbers();
  await copyRows(
    dataSource,
    "SELECT user_id, string_agg(uuid_send(tag_id), '') FROM user_tags GROUP BY user_id",
    2,
    (row) => {
      const member = ids.find(row.bytes, row.start(0), row.end(0));
      if (member < 0) return;
      for (let at = row.start(1); at < row.end(1); at += ID_BYTES) {
        known.push(member, numbers.ofId(row.bytes, at, at + ID_BYTES));
      }
    },
  );
  return known;
}

/** The members' tags as they are to be, and how they differ: in two lists, of the member and the tag by turns. */
function compared(
  shown: NumberLists,
  known: NumberLists,
  tagCount: number,
): { tags: NumberLists; added: GrowingList; removed: GrowingList } {
  const members = shown.starts.length - 1;
  const tags: NumberLists = { starts: new Int32Array(members + 1), values: shown.values };
  const added = new GrowingList();
  const removed = new GrowingList();
  // Of each tag the last member who is known to show it, and the last who shows it, both counted from 1.
  const knownBy = new Int32Array(tagCount);
  const shownBy = new Int32Array(tagCount);
  let count = 0;
  for (let member = 0; member < members; member += 1) {
    for (let at = known.starts[member]!; at < known.starts[member + 1]!; at += 1) {
      knownBy[known.values[at]!] = member + 1;
    }
    for (let at = shown.starts[member]!; at < shown.starts[member + 1]!; at += 1) {
      const tag = shown.values[at]!;
      if (shownBy[tag] === member + 1) continue;
      shownBy[tag] = member + 1;
      // Each is moved to the front, over those that stood there twice.
      tags.values[count] = tag;
      count += 1;
      if (knownBy[tag] === member + 1) continue;
      added.push(member);
      added.push(tag);
    }
    for (let at = known.starts[member]!; at < known.starts[member + 1]!; at += 1) {
      const tag = known.values[at]!;
      if (shownBy[tag] === member + 1) continue;
      removed.push(member);
      removed.push(tag);
    }
    tags.starts[member + 1] = count;
  }
  return { tags: { starts: tags.starts, values: tags.values.subarray(0, count) }, added, removed };
}

/** Those of members who are gone or not public; their tags go with them. */
async function removeNodes(manager: EntityManager): Promise<number> {
  return affected(
    manager,
    `DELETE FROM constellation_nodes node
      WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = node.user_id AND users.is_public)`,
    [],
  );
}

async function saveNodes(manager: EntityManager, ids: ByteKeys, nodes: readonly Node[]): Promise<number> {
  let saved = 0;
  for (const part of partsOf(nodes, ROWS_AT_ONCE)) {
    saved += await affected(
      manager,
      `INSERT INTO constellation_nodes (user_id, username, display_name)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])
       ON CONFLICT (user_id) DO UPDATE SET username = excluded.username, display_name = excluded.display_name`,
      [
        part.map(({ id }) => idText(ids.at(id))),
        part.map(({ username }) => username),
        part.map(({ displayName }) => displayName),
      ],
    );
  }
  return saved;
}

async function removeTags(
  manager: EntityManager,
  ids: ByteKeys,
  numbers: TagNumbers,
  removed: GrowingList,
): Promise<number> {
  let gone = 0;
  for (const part of partsOf(removed.all, ROWS_AT_ONCE * 2)) {
    gone += await affected(
      manager,
      `DELETE FROM user_tags USING unnest($1::uuid[], $2::uuid[]) AS gone (user_id, tag_id)
        WHERE user_tags.user_id = gone.user_id AND user_tags.tag_id = gone.tag_id`,
      columnsOf(part, ids, numbers),
    );
  }
  return gone;
}

async function addTags(
  manager: EntityManager,
  ids: ByteKeys,
  numbers: TagNumbers,
  added: GrowingList,
): Promise<number> {
  let written = 0;
  for (const part of partsOf(added.all, ROWS_AT_ONCE * 2)) {
    written += await affected(
      manager,
      `INSERT INTO user_tags (user_id, tag_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])`,
      columnsOf(part, ids, numbers),
    );
  }
  return written;
}

/** The ids of members, and those of the tags beside them. */
function columnsOf(pairs: Int32Array, ids: ByteKeys, numbers: TagNumbers): [string[], string[]] {
  const columns: [string[], string[]] = [[], []];
  for (let at = 0; at < pairs.length; at += 2) {
    columns[0].push(idText(ids.at(pairs[at]!)));
    columns[1].push(numbers.idOf(pairs[at + 1]!));
  }
  return columns;
}
