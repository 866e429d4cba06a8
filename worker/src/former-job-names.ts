/**
 * Current job names by their former ones. Backends of the previous release still enqueue outbox rows with a former topic,
 * and its workers still add and schedule jobs with a former name. Workers of the previous release leave rows with a new
 * topic to this release, and retry jobs with a new name until a worker of this release takes them.
 *
 * Delete this table in the next release, with a migration that renames the remaining rows: older migrations enqueue some.
 */
export const FORMER_JOB_NAMES: ReadonlyMap<string, string> = new Map([
  ['member:tags', 'derive-member'],
  ['member:links', 'recompute-links'],
  ['others:links', 'recompute-affected-links'],
  ['others:asked', 'recompute-affected-links'],
  // Both former batch jobs name members whose links must be recomputed.
  ['find-new-keepers', 'recompute-affected-links'],
  ['member:shown', 'announce-member'],
  ['image:created', 'render-image'],
  ['avatar:wanted', 'make-avatar'],
  ['channels:heads', 'repair-channel-heads'],
  ['constellation:review', 'reconcile-constellation'],
  ['invites:purge', 'purge-invites'],
  ['messages:forget-authors', 'anonymise-author-removals'],
  ['objects:purge', 'purge-objects'],
  ['outbox:review', 'check-outbox'],
  ['servers:counts', 'repair-member-counts'],
  ['sessions:purge', 'purge-sessions'],
  ['tags:counts', 'repair-tag-counts'],
  ['tags:hubs', 'mark-hub-tags'],
]);
