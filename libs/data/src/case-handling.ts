/**
 * SQL condition on `cases`: the owner and moderators of a dimension handle it. They do not see cases about the owner, and those
 * that they handed on. @param alias of `cases`
 */
export const handledInDimension = (alias: string): string =>
  `(${alias}.kind = 'message' AND ${alias}.server_id IS NOT NULL AND ${alias}.handed_on_at IS NULL
    AND (SELECT place.owner_id FROM servers place WHERE place.id = ${alias}.server_id)
        IS DISTINCT FROM ${alias}.about_user_id)`;
