import { tagsOf } from '@oniverse/contracts';
import { tagsOfThings } from '@oniverse/data';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, partsOf } from './affected.js';
import { GrowingList } from './growing-list.js';
import type { Say } from './say.js';
import type { TagNumbers } from './tag-numbers.js';

const MEMBERS_AT_ONCE = 2_000;
const ROWS_AT_ONCE = 5_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Who shows which tags, by the numbers of tags. */
export interface ShownTags {
  /** The members, ascending. */
  ids: string[];
  /** For each member the place in `tags` where the member's begin; one more at the end. */
  starts: Int32Array;
  tags: Int32Array;
  /** How many nodes and how many tags of members were put right. */
  nodes: number;
  written: number;
}

interface MemberRow {
  id: string;
  username: string;
  display_name: string | null;
  profile_markdown: string;
  /** Of the things that the member shows, with spaces between them. */
  tags: string | null;
  /** The ids of tags that the member was known to show, with spaces between them. */
  known: string | null;
  /** Whether the node is there and bears the name. */
  is_known: boolean;
}

/** Works out what members show, and brings nodes and the tags of members to it. */
export async function putShownTagsRight(
  dataSource: DataSource,
  manager: EntityManager,
  numbers: TagNumbers,
  say: Say,
): Promise<ShownTags> {
  let nodes = await affected(
    manager,
    `DELETE FROM constellation_nodes node
      WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = node.user_id AND users.is_public)`,
    [],
  );
  let written = 0;
  const ids: string[] = [];
  const starts = new GrowingList();
  const tags = new GrowingList();
  starts.push(0);
  for await (const members of membersOf(dataSource)) {
    const shown = members.map((member) => ({ member, names: namesOf(member) }));
    await numbers.makeSure(shown.flatMap(({ names }) => names));
    const added: [userId: string, tag: number][] = [];
    const removed: [userId: string, tagId: string][] = [];
    for (const { member, names } of shown) {
      const wanted = new Set(names.map((name) => numbers.numberOf(name)));
      const known = new Set<number>();
      for (const tagId of member.known?.split(' ') ?? []) {
        const tag = numbers.numberOfId(tagId);
        if (tag === undefined || !wanted.has(tag)) removed.push([member.id, tagId]);
        else known.add(tag);
      }
      for (const tag of wanted) {
        tags.push(tag);
        if (!known.has(tag)) added.push([member.id, tag]);
      }
      ids.push(member.id);
      starts.push(tags.length);
    }
    nodes += await saveNodes(
      manager,
      members.filter((member) => !member.is_known),
    );
    for (const part of partsOf(removed, ROWS_AT_ONCE)) {
      written += await affected(
        manager,
        `DELETE FROM user_tags USING unnest($1::uuid[], $2::uuid[]) AS gone (user_id, tag_id)
          WHERE user_tags.user_id = gone.user_id AND user_tags.tag_id = gone.tag_id`,
        [part.map(([userId]) => userId), part.map(([, tagId]) => tagId)],
      );
    }
    for (const part of partsOf(added, ROWS_AT_ONCE)) {
      written += await affected(
        manager,
        `INSERT INTO user_tags (user_id, tag_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])`,
        [part.map(([userId]) => userId), part.map(([, tag]) => numbers.idOf(tag))],
      );
    }
    say('members read', ids.length);
  }
  return { ids, starts: starts.toArray(), tags: tags.toArray(), nodes, written };
}

/** Each page is read while the one before is worked on. */
async function* membersOf(dataSource: DataSource): AsyncGenerator<MemberRow[]> {
  const pageAfter = (id: string): Promise<MemberRow[]> => {
    const page: Promise<MemberRow[]> = dataSource.query(
      `SELECT users.id, users.username, users.display_name, profile_markdown,
              (SELECT string_agg(tag, ' ') FROM (${tagsOfThings('= users.id')}) AS things) AS tags,
              (SELECT string_agg(tag_id::text, ' ') FROM user_tags WHERE user_id = users.id) AS known,
              node.user_id IS NOT NULL AND (node.username, node.display_name)
                IS NOT DISTINCT FROM (users.username, users.display_name) AS is_known
         FROM users LEFT JOIN constellation_nodes node ON node.user_id = users.id
        WHERE users.is_public AND users.id > $1 ORDER BY users.id LIMIT $2`,
      [id, MEMBERS_AT_ONCE],
    );
    // Whoever stops early does not wait for it.
    page.catch(() => {});
    return page;
  };
  let coming: Promise<MemberRow[]> | undefined = pageAfter(BEFORE_ALL);
  while (coming) {
    const members: MemberRow[] = await coming;
    const last = members.at(-1);
    coming = last && members.length === MEMBERS_AT_ONCE ? pageAfter(last.id) : undefined;
    yield members;
  }
}

const namesOf = ({ tags, profile_markdown: markdown }: MemberRow): string[] => [
  ...(tags?.split(' ') ?? []),
  ...tagsOf([], markdown),
];

async function saveNodes(manager: EntityManager, members: readonly MemberRow[]): Promise<number> {
  if (members.length === 0) return 0;
  return affected(
    manager,
    `INSERT INTO constellation_nodes (user_id, username, display_name)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])
     ON CONFLICT (user_id) DO UPDATE SET username = excluded.username, display_name = excluded.display_name`,
    [
      members.map(({ id }) => id),
      members.map(({ username }) => username),
      members.map(({ display_name: displayName }) => displayName),
    ],
  );
}
