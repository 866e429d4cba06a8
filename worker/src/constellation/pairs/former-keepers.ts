import { isKeptAt, nodesOf } from './parts.js';

/**
 * Who kept a link with the member, $1, whose account is gone and whose links went with it: worked out from the tags, $2,
 * that the member showed. Whoever has room for more has lost none that somebody else would come in for.
 */
export const FORMER_KEEPERS = `
  WITH near AS MATERIALIZED (
    SELECT theirs.user_id AS other_id, count(*)::integer AS strength
      FROM tags JOIN user_tags theirs ON theirs.tag_id = tags.id AND theirs.user_id <> $1
     WHERE tags.id = ANY ($2::uuid[]) AND NOT tags.is_hub
     GROUP BY theirs.user_id
  ), ${nodesOf('SELECT other_id FROM near')}
  SELECT other_id FROM near JOIN nodes node USING (other_id)
   WHERE node.weakest_id = $1 OR ${isKeptAt('strength')}`;
