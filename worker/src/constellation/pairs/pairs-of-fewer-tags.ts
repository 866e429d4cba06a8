import { LINKS_KEPT } from '@oniverse/data';
import {
  COUNTING,
  FROM_FIRST_END,
  FROM_OTHER_END,
  isKeptAt,
  nodesOf,
  OWN,
  sharedWith,
  STRONGEST_OF_ALL,
} from './parts.js';

/** Who shares one tag alone and comes next after the last whom the member kept a link with, in the order of ids. */
const NEXT_WITH_ONE_TAG = `
    SELECT DISTINCT user_id, 1
      FROM counting CROSS JOIN LATERAL (
        SELECT user_id FROM user_tags
         WHERE tag_id = counting.id AND user_id > (SELECT weakest_id FROM own) ORDER BY user_id LIMIT ${LINKS_KEPT + 1}
      ) AS next
     WHERE user_id <> $1 AND user_id NOT IN (SELECT other_id FROM staying) AND (SELECT weakest_strength = 1 FROM own)
     ORDER BY user_id LIMIT ${LINKS_KEPT} - (SELECT count(*) FROM staying)`;

/**
 * The links that can have to do with tags that the member shows no more: $1 the member, $2 the names of those tags. These
 * are the links that the member kept, and those of others who shared one of the tags and kept the member.
 *
 * Nobody else is looked at: whoever did not keep the member keeps them even less with fewer tags. As long as those whom
 * the member kept come before the last of them, as it was, nobody else comes to be among them. Where that leaves room,
 * and the last of them shared one tag, whoever comes in shares one tag too, and is found by the order of ids alone;
 * otherwise all who share any tag are counted.
 *
 * A link that the other alone kept, and that is for no tag any more, is not taken away with the rest: of a member of early
 * id there may be thousands. The other is to look for another link anyway, and whoever tells all of them so does it.
 */
export const PAIRS_OF_FEWER_TAGS = `
  WITH ${OWN}, linked AS MATERIALIZED (
    SELECT other_id, kept AS was_kept, kept_by_other, shared_tags AS stored_tags, is_touched,
           CASE WHEN NOT is_touched THEN shared_tags
                WHEN strength = 1 THEN '{}'
                ELSE ARRAY(SELECT tag FROM unnest(shared_tags) AS tag WHERE tag <> ALL ($2::text[]))
            END AS tags
      FROM (
        SELECT *, shared_tags && $2::text[] AS is_touched FROM (
          SELECT ${FROM_FIRST_END} FROM connections WHERE from_user_id = $1
           UNION ALL
          SELECT ${FROM_OTHER_END} FROM connections WHERE to_user_id = $1
        ) AS links OFFSET 0
      ) AS links WHERE kept OR is_touched
  ), lost AS (
    SELECT other_id FROM linked WHERE NOT was_kept AND tags = '{}'
  ), left_over AS MATERIALIZED (
    SELECT *, cardinality(tags) AS strength FROM linked WHERE was_kept OR tags <> '{}'
  ), staying AS MATERIALIZED (
    SELECT other_id, strength FROM left_over CROSS JOIN own
     WHERE was_kept AND strength > 0
       AND (weakest_strength IS NULL OR strength > weakest_strength
         OR strength = weakest_strength AND other_id <= weakest_id)
  ), counting AS MATERIALIZED (${COUNTING}
       AND (SELECT weakest_strength IS NOT NULL FROM own) AND (SELECT count(*) FROM staying) < ${LINKS_KEPT}
  ), strongest AS MATERIALIZED (
    SELECT * FROM staying WHERE NOT EXISTS (SELECT FROM counting) OR (SELECT weakest_strength = 1 FROM own)
     UNION ALL (${NEXT_WITH_ONE_TAG})
     UNION ALL (
    SELECT * FROM (${STRONGEST_OF_ALL}
    ) AS all_strongest WHERE (SELECT weakest_strength > 1 FROM own))
  ), entering AS MATERIALIZED (
    SELECT other_id FROM strongest WHERE other_id NOT IN (SELECT other_id FROM left_over)
  ), stored AS (
    SELECT other_id, was_kept, kept_by_other, stored_tags, is_touched, tags, strength FROM left_over
     UNION ALL
    SELECT other_id, kept, kept_by_other, shared_tags, false, shared_tags, strength FROM (
      SELECT ${FROM_FIRST_END} FROM connections
       WHERE from_user_id = $1 AND to_user_id = ANY (ARRAY(SELECT other_id FROM entering WHERE other_id > $1))
       UNION ALL
      SELECT ${FROM_OTHER_END} FROM connections
       WHERE to_user_id = $1 AND from_user_id = ANY (ARRAY(SELECT other_id FROM entering WHERE other_id < $1))
    ) AS links
  ), judged AS MATERIALIZED (
    SELECT other_id, coalesce(strongest.strength, stored.strength) AS strength, stored.tags,
           strongest.other_id IS NOT NULL AS kept, stored.other_id IS NOT NULL AS is_stored,
           stored_tags, was_kept, kept_by_other, is_touched AND kept_by_other AS is_asked
      FROM strongest FULL JOIN stored USING (other_id)
  ), ${nodesOf('SELECT other_id FROM judged WHERE is_asked AND strength > 0')},
  ${sharedWith('SELECT other_id FROM judged WHERE NOT is_stored')}, answered AS (
    SELECT other_id, strength, kept, is_stored, was_kept, kept_by_other, stored_tags,
           CASE WHEN strength > 0 THEN coalesce(judged.tags, shared.tags) END AS tags,
           is_asked IS TRUE AND (
             strength = 0 OR node.weakest_id IS NOT NULL AND NOT ${isKeptAt('strength')}
           ) AS resettle
      FROM judged LEFT JOIN nodes node USING (other_id) LEFT JOIN shared USING (other_id)
  )
  SELECT other_id, strength, kept, is_stored, was_kept, kept_by_other,
         CASE WHEN kept OR kept_by_other THEN tags END AS shared_tags,
         (kept OR kept_by_other) AND tags IS DISTINCT FROM stored_tags AS is_other, resettle,
         false AS is_asked_later
    FROM answered
   UNION ALL
  SELECT other_id, 0, false, false, NULL, NULL, NULL, false, true, false FROM lost
   ORDER BY strength DESC, other_id`;
