import { LINKS_KEPT } from '@oniverse/contracts';

const HIGHEST_ID = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid";

/*
 * Two queries of one member's links, $1, with tags that the member shows newly, $2, and no more, $3. Each tells of all
 * others whose link with the member is to be looked at: of those whom the member keeps links with or did, and of those
 * who share a tag that the member shows newly, or no more. Which links somebody else keeps follows from what both show,
 * so that only the latter may keep others than they did: those of whom the member was one and is none any more, or the
 * other way round, or was the last one and has moved.
 *
 * Most of the work is to look at rows of others, each of which lies elsewhere, so that it is left out where the answer
 * is known. Whoever did not keep the member keeps them even less with fewer tags; only of an erased account it is not
 * known, since its links went with it. And whoever shares nothing with the member but one new tag, which more members
 * with ids before the member's show than anyone keeps links with, has as many links that come first: ties go by id.
 *
 * Most of those near share one tag alone, and for the same reason most of these are left out as soon as they are counted:
 * as many others as anyone keeps links with share the member's most used tag, and whoever shares no more than one tag,
 * and has an id after the last of these, comes after all of them.
 *
 * Nodes, tags and links of some are asked for by lists of ids: an index is gone through once for all of them.
 */

/**
 * Whether the member $1 is among those whom another one keeps links with: by the strength of the two, and by the last
 * of those in the node of the other, where that one keeps as many as it may.
 */
const isKeptAt = (strength: string) =>
  `(${strength} > node.weakest_strength OR ${strength} = node.weakest_strength AND $1 <= node.weakest_id)`;

/** Whether the account of the member $1 is gone. */
const IS_ERASED = 'NOT EXISTS (SELECT 1 FROM users WHERE users.id = $1)';

/** A link's row as its first end sees it, and as its other end does. */
const FROM_FIRST_END =
  'to_user_id AS other_id, strength, shared_tags, kept_by_from AS kept, kept_by_to AS kept_by_other';
const FROM_OTHER_END = 'from_user_id, strength, shared_tags, kept_by_to, kept_by_from';

interface Parts {
  /** Common table expressions that stand before all others, each with a comma after it. */
  given?: string;
  /** Who is near for another reason than the tags that are shared. */
  isNearAnyhow?: string;
  /** A common table expression: of those near, who is looked at, and whether the member keeps them. */
  concerned: string;
  /** Another one: the links that stand there. */
  stored: string;
  /** Which tags two share is asked for where this holds; elsewhere it is what stands there. */
  isUnsure: string;
}

const pairs = ({ given = '', isNearAnyhow = 'false', concerned, stored, isUnsure }: Parts) => `
  WITH ${given} counting AS MATERIALIZED (
    SELECT tags.id, tags.name, tags.usage_count, shown.by,
           shown.by <> 0 AND (
             SELECT count(*) FROM (
               SELECT FROM user_tags WHERE tag_id = tags.id AND user_id < $1 LIMIT ${LINKS_KEPT + 1}
             ) AS earlier
           ) <= ${LINKS_KEPT} AS is_among_first
      FROM (
        SELECT tag_id, (tag_id = ANY ($2::uuid[]))::integer AS by FROM user_tags WHERE user_id = $1
         UNION ALL
        SELECT unnest($3::uuid[]), -1
      ) AS shown JOIN tags ON tags.id = shown.tag_id AND NOT tags.is_hub
  ), last_with_one_tag AS MATERIALIZED (
    SELECT coalesce((
      SELECT user_id FROM user_tags
       WHERE tag_id = (SELECT id FROM counting WHERE by = 0 ORDER BY usage_count DESC LIMIT 1) AND user_id <> $1
       ORDER BY user_id OFFSET ${LINKS_KEPT - 1} LIMIT 1
    ), ${HIGHEST_ID}) AS id
  ), near AS MATERIALIZED (
    SELECT theirs.user_id AS other_id, count(*) FILTER (WHERE by >= 0)::integer AS strength, sum(by)::integer AS by,
           bool_or(by <> 0) AS is_touched, bool_or(is_among_first) AS is_among_first
      FROM counting JOIN user_tags theirs ON theirs.tag_id = counting.id AND theirs.user_id <> $1
     GROUP BY theirs.user_id
    HAVING count(*) > 1 OR bool_or(is_among_first) OR theirs.user_id <= (SELECT id FROM last_with_one_tag) OR ${isNearAnyhow}
  ), strongest AS MATERIALIZED (
    SELECT * FROM near WHERE strength > 0 ORDER BY strength DESC, other_id LIMIT ${LINKS_KEPT}
  ), ${concerned}, ${stored}, judged AS MATERIALIZED (
    SELECT other_id, coalesce(concerned.strength, 0) AS strength, concerned.by, concerned.kept IS TRUE AS kept,
           stored.strength AS stored_strength, stored.shared_tags AS stored_tags,
           stored.kept AS was_kept, stored.kept_by_other,
           (concerned.strength > 0 AND (concerned.kept OR stored.kept_by_other) AND (${isUnsure})) IS TRUE AS is_unsure,
           stored.kept_by_other AND is_touched AND concerned.strength = 0 AS is_lost,
           by > 0 OR is_touched AND (stored.kept_by_other AND concerned.strength > 0 OR ${IS_ERASED}) AS is_asked
      FROM concerned FULL JOIN stored USING (other_id)
     WHERE concerned.kept OR stored.kept IS NOT NULL OR is_touched AND ${IS_ERASED}
        OR by > 0 AND (is_among_first OR concerned.strength > 1)
  ), nodes AS (
    SELECT user_id AS other_id, weakest_strength, weakest_id FROM constellation_nodes
     WHERE user_id = ANY (ARRAY(SELECT other_id FROM judged WHERE is_asked))
  ), shared AS (
    SELECT theirs.user_id AS other_id, array_agg(counting.name ORDER BY counting.name COLLATE "C") AS tags
      FROM user_tags theirs JOIN counting ON counting.id = theirs.tag_id AND counting.by >= 0
     WHERE theirs.user_id = ANY (ARRAY(SELECT other_id FROM judged WHERE is_unsure))
     GROUP BY theirs.user_id
  ), answered AS (
    SELECT other_id, strength, kept, stored_strength IS NOT NULL AS is_stored, was_kept, kept_by_other,
           CASE WHEN is_unsure THEN shared.tags WHEN strength > 0 AND (kept OR kept_by_other) THEN stored_tags END
             AS shared_tags,
           is_unsure AND shared.tags IS DISTINCT FROM stored_tags AS is_other,
           is_lost IS TRUE
             OR node.other_id IS NOT NULL
               AND CASE WHEN node.weakest_strength IS NULL THEN strength > 0 AND strength = by
                        WHEN node.weakest_id = $1 THEN by <> 0
                        ELSE ${isKeptAt('strength')} <> ${isKeptAt('strength - by')}
                    END AS resettle
      FROM judged LEFT JOIN nodes node USING (other_id) LEFT JOIN shared USING (other_id)
  )
  SELECT * FROM answered WHERE kept OR is_stored OR resettle
   ORDER BY strength DESC, other_id`;

/** All links that the member keeps or has kept, whatever has become of others since. */
export const ALL_PAIRS = pairs({
  given: `
  linked AS MATERIALIZED (
    SELECT ${FROM_FIRST_END} FROM connections WHERE from_user_id = $1
     UNION ALL
    SELECT ${FROM_OTHER_END} FROM connections WHERE to_user_id = $1
  ),`,
  isNearAnyhow: 'theirs.user_id IN (SELECT other_id FROM linked WHERE kept)',
  concerned: `
  concerned AS (
    SELECT near.*, strongest.other_id IS NOT NULL AS kept FROM near LEFT JOIN strongest USING (other_id)
  )`,
  stored: `
  stored AS (
    SELECT * FROM linked
     WHERE kept OR other_id IN (SELECT other_id FROM strongest UNION ALL SELECT other_id FROM near WHERE is_touched)
  )`,
  isUnsure: 'true',
});

/**
 * The links that a change of the member's tags can have to do with: of others who share a tag that has changed, where
 * there was a link before it; and of the rest, those that are the strongest, before it and after it. A member with whom
 * thousands keep links has thousands of rows, of which these are few. Where links of the member differ for another
 * reason, it has left a row in the outbox, upon which all of them are looked at.
 */
export const PAIRS_OF_CHANGE = pairs({
  concerned: `
  concerned AS MATERIALIZED (
    SELECT *, true AS kept FROM strongest
     UNION ALL
    SELECT *, false FROM near WHERE is_touched AND other_id NOT IN (SELECT other_id FROM strongest)
     UNION ALL
    SELECT *, false FROM (
      SELECT * FROM near WHERE cardinality($2::uuid[]) > 0 AND NOT is_touched
       ORDER BY strength DESC, other_id LIMIT ${LINKS_KEPT}
    ) AS strongest_before WHERE other_id NOT IN (SELECT other_id FROM strongest)
  )`,
  stored: `
  stored AS (
    SELECT ${FROM_FIRST_END} FROM connections
     WHERE from_user_id = $1 AND to_user_id = ANY (
       ARRAY(SELECT other_id FROM concerned WHERE other_id > $1 AND (kept OR strength > by)))
     UNION ALL
    SELECT ${FROM_OTHER_END} FROM connections
     WHERE to_user_id = $1 AND from_user_id = ANY (
       ARRAY(SELECT other_id FROM concerned WHERE other_id < $1 AND (kept OR strength > by)))
  )`,
  isUnsure: 'is_touched OR stored.kept IS NULL',
});
