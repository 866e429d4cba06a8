import { messageLinksOf } from '@oniverse/contracts';

/**
 * Returns a column for a statement that stores messages, which enqueues the previews of their links. Without links, the
 * statement stays as it is, so that plain messages cost nothing.
 * @param isNew an SQL condition on the row `stored` of a message
 * @param parameter the number of the parameter that `values` has
 */
export function enqueuedPreviews(
  batch: readonly { content: string }[],
  isNew: string,
  parameter: number,
): { column: string; values: unknown[] } {
  const places = batch.flatMap(({ content }, index) =>
    messageLinksOf(content).length > 0 ? [index + 1] : [],
  );
  if (places.length === 0) return { column: '', values: [] };
  return {
    column: `, CASE WHEN ${isNew} AND stored.place = ANY ($${parameter}::integer[]) THEN enqueue_link_previews(stored.id) END AS is_previewed`,
    values: [places],
  };
}
