import { LINKS_KEPT } from '@oniverse/data';

/*
 * Queries of one member's links, $1, each of which tells of all others whose link with the member is to be looked at. They
 * are made of the same parts, common table expressions that these are.
 *
 * Most of the work is to look at rows of others, each of which lies elsewhere, so that it is left out where the answer is
 * known. Nodes, tags and links of some are asked for by lists of ids: an index is gone through once for all of them.
 */

const HIGHEST_ID = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid";

/** The last of those whom the member keeps links with; null where there is room for more. */
export const OWN = `
  own AS MATERIALIZED (
    SELECT weakest_strength, weakest_id FROM constellation_nodes WHERE user_id = $1
  )`;

/** A link's row as its first end sees it, and as its other end does. */
export const FROM_FIRST_END =
  'to_user_id AS other_id, strength, shared_tags, kept_by_from AS kept, kept_by_to AS kept_by_other';
export const FROM_OTHER_END = 'from_user_id, strength, shared_tags, kept_by_to, kept_by_from';

/**
 * All links that the member keeps, and a few that only others do. A member of early id, whom thousands keep links with,
 * has thousands of rows as their first end, of which there is an index of those that the member keeps; as the other end
 * of a row nearly everybody keeps it.
 */
export const KEPT_AND_MORE = `
    SELECT ${FROM_FIRST_END} FROM connections WHERE from_user_id = $1 AND kept_by_from
     UNION ALL
    SELECT ${FROM_OTHER_END} FROM connections WHERE to_user_id = $1`;

/** Of the links that are missing there, those with some others. @param ids a query of their ids */
export const keptByOthersAlone = (ids: string): string => `
    SELECT ${FROM_FIRST_END} FROM connections
     WHERE from_user_id = $1 AND NOT kept_by_from AND to_user_id = ANY (ARRAY(${ids}))`;

/**
 * The last of those who may come to be among the strongest though they share one tag alone. Most of those near share no
 * more, and most of these are left out as soon as they are counted: as many others as anyone keeps links with share the
 * most used tag, and whoever has an id after the last of these comes after all of them, since ties go by id.
 * @param condition of the tags in `counting` that are looked at
 */
export const lastWithOneTag = (condition = 'true'): string => `
             coalesce((
               SELECT user_id FROM user_tags
                WHERE tag_id = (SELECT id FROM counting WHERE ${condition} ORDER BY usage_count DESC LIMIT 1)
                  AND user_id <> $1
                ORDER BY user_id OFFSET ${LINKS_KEPT - 1} LIMIT 1
             ), ${HIGHEST_ID})`;

/** Those who share most of the tags in `counting` with the member, as many as anyone keeps links with. */
export const STRONGEST_OF_ALL = `
    SELECT theirs.user_id AS other_id, count(*)::integer AS strength
      FROM counting JOIN user_tags theirs ON theirs.tag_id = counting.id AND theirs.user_id <> $1
     GROUP BY theirs.user_id
    HAVING count(*) > 1 OR theirs.user_id <= (SELECT ${lastWithOneTag()})
     ORDER BY strength DESC, other_id LIMIT ${LINKS_KEPT}`;

/** The tags that count and that the member shows. */
export const COUNTING = `
    SELECT tags.id, tags.name, tags.usage_count
      FROM user_tags JOIN tags ON tags.id = user_tags.tag_id AND NOT tags.is_hub
     WHERE user_tags.user_id = $1`;

/** Which of the tags in `counting` some others share, as `tags` in their order. @param ids a query of their ids */
export const sharedWith = (ids: string): string => `
  shared AS (
    SELECT theirs.user_id AS other_id, array_agg(counting.name ORDER BY counting.name COLLATE "C") AS tags
      FROM user_tags theirs JOIN counting ON counting.id = theirs.tag_id
     WHERE theirs.user_id = ANY (ARRAY(${ids}))
     GROUP BY theirs.user_id
  )`;

/** The last of those whom some others keep links with. @param ids a query of their ids */
export const nodesOf = (ids: string): string => `
  nodes AS (
    SELECT user_id AS other_id, weakest_strength, weakest_id FROM constellation_nodes
     WHERE user_id = ANY (ARRAY(${ids}))
  )`;

/**
 * Whether the member is among those whom another one keeps links with: by the strength of the two, and by the last of
 * those in the node of the other, where that one keeps as many as it may.
 */
export const isKeptAt = (strength: string): string =>
  `(${strength} > node.weakest_strength OR ${strength} = node.weakest_strength AND $1 <= node.weakest_id)`;
