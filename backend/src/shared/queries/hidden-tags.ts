import { OUTBOX_TOPICS, publicTagUses } from '@oniverse/data';
import type { EntityManager } from 'typeorm';

/** A member in an answer, with some of the member's tags. */
export interface CarrierRow {
  /** The member's id. */
  id: string;
  tags: string[];
  /** Whether content of the member changed, and the worker has yet to derive the tags from it. */
  has_changed: boolean;
}

/** SQL for `has_changed`. The worker updates `user_tags` and removes the row of the outbox in one transaction. */
export const hasChanged = (memberId: string): string =>
  `(SELECT true FROM outbox WHERE topic = '${OUTBOX_TOPICS.deriveMember}' AND subject = ${memberId}::text LIMIT 1) IS NOT NULL`;

/** Members whose content is read for one answer. Further ones are left out until the worker is done with them. */
const MAX_READ = 10;

/**
 * Leaves out the tags that members have hidden and that `user_tags` still has.
 * @param rows as `user_tags` has them
 * @param carried if given, members who no longer show this tag are left out
 */
export async function withoutHiddenTags<R extends CarrierRow>(
  manager: EntityManager,
  rows: readonly R[],
  carried?: string,
): Promise<R[]> {
  const changed = new Set(rows.flatMap(({ id, has_changed: isChanged }) => (isChanged ? id : [])));
  if (changed.size === 0) return [...rows];
  const read = [...changed].slice(0, MAX_READ);
  const shown = new Map(read.map((id) => [id, new Set<string>()]));
  for (const { userId, tag } of await publicTagUses(manager, read)) shown.get(userId)?.add(tag);
  return rows.flatMap((row) => {
    if (!changed.has(row.id)) return row;
    const tags = shown.get(row.id);
    if (!tags || (carried !== undefined && !tags.has(carried))) return [];
    return { ...row, tags: row.tags.filter((tag) => tags.has(tag)) };
  });
}
