/** SQL condition: a measure of staff hides a post or picture. @param id an SQL expression of its id */
export const isHiddenByStaff = (id: string): string =>
  `EXISTS (SELECT FROM measures hiding
            WHERE hiding.subject_id = ${id} AND hiding.kind = 'content_hidden' AND hiding.ended_at IS NULL)`;
