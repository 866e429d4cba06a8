import { LINKS_KEPT } from '@oniverse/data';
import {
  isKeptAt,
  KEPT_AND_MORE,
  keptByOthersAlone,
  lastWithOneTag,
  nodesOf,
  OWN,
  sharedWith,
} from './parts.js';

/**
 * The links that new tags of the member can have to do with: $1 the member, who shows them already, $2 the tags, all of
 * which count. These are the links that the member keeps, and those with others who share a new tag.
 *
 * Nobody else is counted: whom the member keeps links with is known from their rows, and whoever is none of them and
 * shares no new tag comes after all of them still. Where rows are missing, since an account has just gone, all who share
 * any tag are counted.
 *
 * What somebody else keeps follows from what both show: of those who share a new tag, with the member becoming one of
 * those whom the other keeps links with, or having been the last of them. Whoever shares nothing with the member but one
 * new tag, which more members with ids before the member's show than anyone keeps links with, has as many links that
 * come first. Where more are left than anyone keeps links with, those who keep none with the member are told as they are,
 * and whether they come to keep one is to be asked of {@link NEW_KEEPERS}.
 */
export const PAIRS_OF_MORE_TAGS = `
  WITH ${OWN}, linked AS MATERIALIZED (${KEPT_AND_MORE}
  ), known AS MATERIALIZED (
    SELECT weakest_strength IS NULL OR (SELECT count(*) FROM linked WHERE kept) = ${LINKS_KEPT} AS is_whole FROM own
  ), counting AS MATERIALIZED (
    SELECT tags.id, tags.name, tags.usage_count, (tags.id = ANY ($2::uuid[]))::integer AS by,
           tags.id = ANY ($2::uuid[]) AND (
             SELECT count(*) FROM (
               SELECT FROM user_tags WHERE tag_id = tags.id AND user_id < $1 LIMIT ${LINKS_KEPT + 1}
             ) AS earlier
           ) <= ${LINKS_KEPT} AS is_among_first
      FROM user_tags JOIN tags ON tags.id = user_tags.tag_id AND NOT tags.is_hub
     WHERE user_tags.user_id = $1
  ), near AS MATERIALIZED (
    SELECT theirs.user_id AS other_id, count(*)::integer AS strength, sum(by)::integer AS by,
           sum(by) > 0 AND (count(*) > 1 OR bool_or(is_among_first)) AS is_asked
      FROM counting JOIN user_tags theirs ON theirs.tag_id = counting.id AND theirs.user_id <> $1
     WHERE by > 0 OR theirs.user_id IN (
             SELECT user_id FROM user_tags
              WHERE tag_id = ANY (ARRAY(SELECT id FROM counting WHERE by > 0 OR NOT (SELECT is_whole FROM known)))
           )
     GROUP BY theirs.user_id
    HAVING count(*) > 1 OR bool_or(is_among_first) OR theirs.user_id <= (
             SELECT CASE WHEN weakest_strength IS NULL OR NOT is_whole
                      THEN ${lastWithOneTag('(SELECT is_whole FROM known) IS FALSE OR by > 0')}
                      WHEN weakest_strength = 1 THEN weakest_id
                    END
               FROM own CROSS JOIN known
           )
  ), asked AS MATERIALIZED (
    SELECT count(*) > ${LINKS_KEPT} AS are_many FROM near WHERE is_asked
  ), strongest AS MATERIALIZED (
    SELECT other_id FROM (
      SELECT other_id, strength FROM near
       UNION ALL
      SELECT other_id, strength FROM linked
       WHERE kept AND (SELECT is_whole FROM known) AND other_id NOT IN (SELECT other_id FROM near)
    ) AS candidates ORDER BY strength DESC, other_id LIMIT ${LINKS_KEPT}
  ), stored AS (
    SELECT * FROM linked WHERE kept OR other_id IN (SELECT other_id FROM near)
     UNION ALL ${keptByOthersAlone('SELECT other_id FROM near WHERE other_id > $1')}
  ), judged AS MATERIALIZED (
    SELECT other_id, coalesce(near.strength, stored.strength) AS strength, near.by,
           strongest.other_id IS NOT NULL AS kept, stored.other_id IS NOT NULL AS is_stored,
           stored.shared_tags AS stored_tags, stored.kept AS was_kept, stored.kept_by_other,
           near.is_asked IS TRUE AND (stored.kept_by_other IS TRUE OR NOT (SELECT are_many FROM asked)) AS is_asked,
           near.is_asked IS TRUE AND stored.kept_by_other IS NOT TRUE AND (SELECT are_many FROM asked) AS is_asked_later,
           near.other_id IS NOT NULL AND (strongest.other_id IS NOT NULL OR stored.kept_by_other IS TRUE) AS is_unsure
      FROM near FULL JOIN stored USING (other_id) LEFT JOIN strongest USING (other_id)
  ), ${nodesOf('SELECT other_id FROM judged WHERE is_asked')}, ${sharedWith('SELECT other_id FROM judged WHERE is_unsure')},
  answered AS (
    SELECT other_id, strength, kept, is_stored, was_kept, kept_by_other, is_asked_later,
           CASE WHEN is_unsure THEN shared.tags WHEN kept OR kept_by_other THEN stored_tags END AS shared_tags,
           is_unsure AND shared.tags IS DISTINCT FROM stored_tags AS is_other,
           CASE WHEN node.other_id IS NULL THEN false
                WHEN node.weakest_strength IS NULL THEN strength = by
                ELSE node.weakest_id = $1 OR ${isKeptAt('strength')} AND NOT ${isKeptAt('strength - by')}
            END AS resettle
      FROM judged LEFT JOIN nodes node USING (other_id) LEFT JOIN shared USING (other_id)
  )
  SELECT * FROM answered WHERE kept OR is_stored OR resettle OR is_asked_later
   ORDER BY strength DESC, other_id`;

/**
 * Of others, $2, who share tags with the member $1 newly: those who come to keep a link with the member. Another one's
 * node tells the last of those whom that one keeps links with. It is right but for members about whom that one has yet to
 * be asked, each on its own: a member who comes after it is not to be kept.
 */
export const NEW_KEEPERS = `
  WITH asked AS MATERIALIZED (
    SELECT unnest($2::uuid[]) AS user_id
  ), near AS MATERIALIZED (
    SELECT theirs.user_id AS other_id, count(*)::integer AS strength
      FROM user_tags mine JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
      JOIN user_tags theirs ON theirs.tag_id = mine.tag_id
     WHERE mine.user_id = $1 AND theirs.user_id IN (SELECT user_id FROM asked)
     GROUP BY theirs.user_id
  ), ${nodesOf('SELECT other_id FROM near')}
  SELECT other_id FROM near JOIN nodes node USING (other_id)
   WHERE node.weakest_strength IS NULL OR ${isKeptAt('strength')}`;
