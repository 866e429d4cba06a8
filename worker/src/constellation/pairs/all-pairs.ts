import { COUNTING, KEPT_AND_MORE, keptByOthersAlone, sharedWith, STRONGEST_OF_ALL } from './parts.js';

/** All links that the member, $1, is to keep or has kept, whatever has become of others since. */
export const ALL_PAIRS = `
  WITH counting AS MATERIALIZED (${COUNTING}
  ), strongest AS MATERIALIZED (${STRONGEST_OF_ALL}
  ), stored AS MATERIALIZED (
    SELECT * FROM (${KEPT_AND_MORE}
    ) AS linked WHERE kept OR other_id IN (SELECT other_id FROM strongest)
     UNION ALL ${keptByOthersAlone('SELECT other_id FROM strongest WHERE other_id > $1')}
  ), judged AS MATERIALIZED (
    SELECT other_id, strongest.other_id IS NOT NULL AS kept, stored.other_id IS NOT NULL AS is_stored,
           stored.shared_tags AS stored_tags, stored.kept AS was_kept, stored.kept_by_other
      FROM strongest FULL JOIN stored USING (other_id)
  ), ${sharedWith('SELECT other_id FROM judged')}
  SELECT other_id, coalesce(cardinality(shared.tags), 0) AS strength, kept, is_stored, was_kept, kept_by_other,
         CASE WHEN kept OR kept_by_other THEN shared.tags END AS shared_tags,
         (kept OR kept_by_other) AND shared.tags IS DISTINCT FROM stored_tags AS is_other,
         false AS resettle, false AS is_asked_later
    FROM judged LEFT JOIN shared USING (other_id)
   ORDER BY strength DESC, other_id`;
