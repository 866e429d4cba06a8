import { LINKS_KEPT } from '@oniverse/contracts';
import { countTagUses, holdConstellation, publicTagUses } from '@oniverse/data';
import type { DataSource, EntityManager } from 'typeorm';
import { sharedTags, strongestPairs, type TagIndex } from './strongest.js';

const MEMBERS_AT_ONCE = 500;
const LINKS_AT_ONCE = 2_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What a rebuild found wrong and put right. */
export interface Rebuilt {
  members: number;
  nodes: number;
  tags: number;
  links: number;
}

type Say = (what: string, done: number) => void;

/**
 * Works out anew, from what members show, who shows which tag and who is linked with whom, and writes what differs.
 * The worker's own work on links waits meanwhile; members notice nothing, and see the rest with their next fetch.
 * @param say is told how far it is, now and then
 */
export async function rebuildConstellation(dataSource: DataSource, say: Say): Promise<Rebuilt> {
  return dataSource.transaction(async (manager) => {
    await holdConstellation(manager);
    const [nodes, tags] = await rebuildIndex(dataSource, manager, say);
    const { ids, names, index } = await readIndex(manager, say);
    const { keys } = strongestPairs(index, LINKS_KEPT, (done) => say('members compared', done));
    const links = await writeDifferences(manager, { ids, names, index, keys, say });
    return { members: ids.length, nodes, tags, links };
  });
}

async function affected(manager: EntityManager, sql: string, parameters: unknown[]): Promise<number> {
  // In this form an insert too says how many rows there were.
  const rows: { count: number }[] = await manager.query(
    `WITH written AS (${sql} RETURNING 1) SELECT count(*)::integer AS count FROM written`,
    parameters,
  );
  return rows[0]?.count ?? 0;
}

async function rebuildIndex(
  dataSource: DataSource,
  manager: EntityManager,
  say: Say,
): Promise<[nodes: number, tags: number]> {
  let nodes = await affected(
    manager,
    `DELETE FROM constellation_nodes node
      WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = node.user_id AND users.is_public)`,
    [],
  );
  let tags = 0;
  let done = 0;
  for (let after = BEFORE_ALL; ;) {
    const members: { id: string }[] = await manager.query(
      'SELECT id FROM users WHERE is_public AND id > $1 ORDER BY id LIMIT $2',
      [after, MEMBERS_AT_ONCE],
    );
    const ids = members.map(({ id }) => id);
    const uses = await publicTagUses(manager, ids);
    // On a connection of its own: whoever holds a tag's row in a long transaction keeps members waiting.
    await countTagUses(
      dataSource.manager,
      (
        await unknownTags(
          manager,
          uses.map(({ tag }) => tag),
        )
      ).map((name) => [name, 0]),
    );
    nodes += await affected(
      manager,
      `INSERT INTO constellation_nodes (user_id, username, display_name)
       SELECT id, username, display_name FROM users WHERE id = ANY($1::uuid[])
       ON CONFLICT (user_id) DO UPDATE SET username = excluded.username, display_name = excluded.display_name
        WHERE (constellation_nodes.username, constellation_nodes.display_name)
              IS DISTINCT FROM (excluded.username, excluded.display_name)`,
      [ids],
    );
    const shown = [ids, uses.map(({ userId }) => userId), uses.map(({ tag }) => tag)];
    const wanted = `SELECT use.user_id, tags.id AS tag_id
        FROM unnest($2::uuid[], $3::text[]) AS use (user_id, name) JOIN tags USING (name)`;
    tags += await affected(
      manager,
      `DELETE FROM user_tags WHERE user_id = ANY($1::uuid[]) AND (user_id, tag_id) NOT IN (${wanted})`,
      shown,
    );
    tags += await affected(
      manager,
      `INSERT INTO user_tags (user_id, tag_id) SELECT * FROM (${wanted}) AS wanted
        WHERE user_id = ANY($1::uuid[]) ON CONFLICT DO NOTHING`,
      shown,
    );
    done += ids.length;
    say('members read', done);
    const last = ids.at(-1);
    if (last === undefined || ids.length < MEMBERS_AT_ONCE) return [nodes, tags];
    after = last;
  }
}

async function unknownTags(manager: EntityManager, names: readonly string[]): Promise<string[]> {
  const rows: { name: string }[] = await manager.query(
    'SELECT DISTINCT name FROM unnest($1::text[]) AS name WHERE NOT EXISTS (SELECT 1 FROM tags WHERE tags.name = name.name)',
    [names],
  );
  return rows.map(({ name }) => name);
}

interface Index {
  ids: string[];
  names: string[];
  index: TagIndex;
}

/** The tags that count, in the order of their names, and who shows them, in the order of ids. */
async function readIndex(manager: EntityManager, say: Say): Promise<Index> {
  const tags: { id: string; name: string }[] = await manager.query(
    'SELECT id, name FROM tags WHERE NOT is_hub ORDER BY name COLLATE "C"',
  );
  const places = new Map(tags.map(({ id }, place) => [id, place]));
  const ids: string[] = [];
  const starts = [0];
  const shown: number[] = [];
  for (let after = BEFORE_ALL; ;) {
    const rows: { user_id: string; tag_ids: string[] }[] = await manager.query(
      `SELECT user_id, ARRAY(SELECT tag_id FROM user_tags WHERE user_tags.user_id = node.user_id) AS tag_ids
         FROM constellation_nodes node WHERE user_id > $1 ORDER BY user_id LIMIT $2`,
      [after, MEMBERS_AT_ONCE],
    );
    for (const { user_id: id, tag_ids: tagIds } of rows) {
      ids.push(id);
      const own = tagIds.flatMap((tagId) => places.get(tagId) ?? []);
      for (const tag of own.toSorted((a, b) => a - b)) shown.push(tag);
      starts.push(shown.length);
    }
    say('members indexed', ids.length);
    const last = rows.at(-1)?.user_id;
    if (last === undefined || rows.length < MEMBERS_AT_ONCE) break;
    after = last;
  }
  return {
    ids,
    names: tags.map(({ name }) => name),
    index: { members: ids.length, starts: Int32Array.from(starts), tags: Int32Array.from(shown) },
  };
}

interface Pair {
  from: string;
  to: string;
}

interface Link extends Pair {
  shared: string[];
  byFrom: boolean;
  byTo: boolean;
}

/** @returns how many links were made, changed or taken away */
async function writeDifferences(
  manager: EntityManager,
  { ids, names, index, keys, say }: Index & { keys: Float64Array; say: Say },
): Promise<number> {
  let written = 0;
  let after: Pair = { from: BEFORE_ALL, to: BEFORE_ALL };
  let wanted: Link[] = [];
  for (const key of keys) {
    const pair = Math.floor(key / 2);
    const isTo = key % 2 === 1;
    const from = Math.floor(pair / ids.length);
    const to = pair % ids.length;
    const before = wanted.at(-1);
    if (before && before.from === ids[from] && before.to === ids[to]) {
      before.byTo = true;
      continue;
    }
    if (before && wanted.length === LINKS_AT_ONCE) {
      written += await writeLinks(manager, after, before, wanted);
      say('links written', written);
      after = before;
      wanted = [];
    }
    const shared = sharedTags(index, from, to).map((tag) => names[tag]!);
    wanted.push({ from: ids[from]!, to: ids[to]!, shared, byFrom: !isTo, byTo: isTo });
  }
  return written + (await writeLinks(manager, after, { from: AFTER_ALL, to: AFTER_ALL }, wanted));
}

/** Makes the links after one pair, up to another one, those that are wanted. */
async function writeLinks(
  manager: EntityManager,
  after: Pair,
  last: Pair,
  wanted: readonly Link[],
): Promise<number> {
  const links = `SELECT given.* FROM jsonb_to_recordset($1::jsonb)
    AS given ("from" uuid, "to" uuid, shared text[], "byFrom" boolean, "byTo" boolean)`;
  const given = JSON.stringify(wanted);
  const gone = await affected(
    manager,
    `DELETE FROM connections
      WHERE (from_user_id, to_user_id) > ($2::uuid, $3::uuid) AND (from_user_id, to_user_id) <= ($4::uuid, $5::uuid)
        AND (from_user_id, to_user_id) NOT IN (SELECT "from", "to" FROM (${links}) AS wanted)`,
    [given, after.from, after.to, last.from, last.to],
  );
  const saved = await affected(
    manager,
    `INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags, kept_by_from, kept_by_to)
     SELECT "from", "to", cardinality(shared), shared, "byFrom", "byTo" FROM (${links}) AS wanted
       JOIN users one ON one.id = "from" JOIN users other ON other.id = "to"
      ORDER BY "from", "to" FOR KEY SHARE OF one, other
     ON CONFLICT (from_user_id, to_user_id) DO UPDATE
        SET strength = excluded.strength, shared_tags = excluded.shared_tags,
            kept_by_from = excluded.kept_by_from, kept_by_to = excluded.kept_by_to
      WHERE (connections.shared_tags, connections.strength, connections.kept_by_from, connections.kept_by_to)
            IS DISTINCT FROM
            (excluded.shared_tags, excluded.strength, excluded.kept_by_from, excluded.kept_by_to)`,
    [given],
  );
  return gone + saved;
}
