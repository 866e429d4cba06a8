import { LINKS_KEPT } from '@oniverse/data';
import { combineTags } from '@oniverse/markdown';
import type { DataSource } from 'typeorm';

/** The content of the constellation's tables. */
export interface ConstellationState {
  nodes: { id: string; username: string; displayName: string | null }[];
  tags: { id: string; tags: string[] }[];
  links: { from: string; to: string; sharedTags: string[]; keptByFrom: boolean; keptByTo: boolean }[];
  /** The weakest kept link of each member with the maximum of kept links. */
  weakest: { id: string; strength: number; otherId: string }[];
}

const byId = <T extends { id: string }>(all: T[]): T[] => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Computes the expected state from the members' content, in the simplest way. */
export async function expectedConstellation(
  dataSource: DataSource,
  linksKept = LINKS_KEPT,
): Promise<ConstellationState> {
  const members: { id: string; username: string; display_name: string | null; profile_markdown: string }[] =
    await dataSource.query('SELECT id, username, display_name, profile_markdown FROM users WHERE is_public');
  const content: { user_id: string; tags: string[] }[] = await dataSource.query(
    `SELECT user_id, tags FROM posts WHERE is_public AND NOT is_archived
      UNION ALL SELECT user_id, tags FROM images WHERE is_public
      UNION ALL SELECT user_id, tags FROM boards WHERE is_public`,
  );
  const hubs: { name: string }[] = await dataSource.query('SELECT name FROM tags WHERE is_hub');
  const hubNames = new Set(hubs.map(({ name }) => name));
  const shown = new Map(
    members.map(({ id, profile_markdown: markdown }) => [id, new Set(combineTags([], markdown))]),
  );
  for (const { user_id: userId, tags } of content) for (const tag of tags) shown.get(userId)?.add(tag);

  const ids = [...shown.keys()];
  const shared = (one: string, other: string): string[] =>
    [...(shown.get(one) ?? [])].filter((tag) => shown.get(other)?.has(tag) && !hubNames.has(tag)).toSorted();
  const lists = ids.map((id) => ({
    id,
    kept: ids
      .filter((otherId) => otherId !== id)
      .map((otherId) => ({ otherId, strength: shared(id, otherId).length }))
      .filter(({ strength }) => strength > 0)
      .toSorted((a, b) => b.strength - a.strength || (a.otherId < b.otherId ? -1 : 1))
      .slice(0, linksKept),
  }));
  const topLinks = new Map(lists.map(({ id, kept }) => [id, new Set(kept.map(({ otherId }) => otherId))]));
  const links = ids.flatMap((from) =>
    ids
      .filter((to) => from < to)
      .map((to) => ({
        from,
        to,
        sharedTags: shared(from, to),
        keptByFrom: topLinks.get(from)?.has(to) ?? false,
        keptByTo: topLinks.get(to)?.has(from) ?? false,
      }))
      .filter(({ keptByFrom, keptByTo }) => keptByFrom || keptByTo),
  );
  return {
    nodes: byId(
      members.map(({ id, username, display_name: displayName }) => ({ id, username, displayName })),
    ),
    tags: byId(ids.map((id) => ({ id, tags: [...(shown.get(id) ?? [])].toSorted() }))),
    links: sorted(links),
    weakest: byId(
      lists.flatMap(({ id, kept }) => {
        const last = kept[linksKept - 1];
        return last ? [{ id, ...last }] : [];
      }),
    ),
  };
}

/** Reads the stored state. */
export async function storedConstellation(dataSource: DataSource): Promise<ConstellationState> {
  const nodes: { id: string; username: string; display_name: string | null; tags: string[] }[] =
    await dataSource.query(
      `SELECT user_id AS id, username, display_name, ARRAY(
                SELECT name FROM user_tags JOIN tags ON tags.id = tag_id
                 WHERE user_tags.user_id = constellation_nodes.user_id
              ) AS tags
         FROM constellation_nodes`,
    );
  const links: ConstellationState['links'] = await dataSource.query(
    `SELECT from_user_id AS "from", to_user_id AS "to", shared_tags AS "sharedTags",
            kept_by_from AS "keptByFrom", kept_by_to AS "keptByTo"
       FROM connections`,
  );
  const weakest: ConstellationState['weakest'] = await dataSource.query(
    `SELECT user_id AS id, weakest_strength AS strength, weakest_id AS "otherId"
       FROM constellation_nodes WHERE weakest_id IS NOT NULL`,
  );
  return {
    nodes: byId(nodes.map(({ id, username, display_name: displayName }) => ({ id, username, displayName }))),
    tags: byId(nodes.map(({ id, tags }) => ({ id, tags: tags.toSorted() }))),
    links: sorted(links),
    weakest: byId(weakest),
  };
}

function sorted(links: ConstellationState['links']): ConstellationState['links'] {
  return links.toSorted((a, b) => (`${a.from}${a.to}` < `${b.from}${b.to}` ? -1 : 1));
}
