import { combineTags } from '@oniverse/markdown';
import type { EntityManager } from 'typeorm';
import { queryPrepared } from './prepared.js';
import { VISIBLE } from './visibility.js';

export interface TagUses {
  userId: string;
  tag: string;
  uses: number;
}

/** Selects the tags of all visible items of the members in $1, once per item. */
const ITEM_TAGS = (
  [
    ['posts', VISIBLE.post],
    ['images', VISIBLE.image],
    ['boards', VISIBLE.board],
  ] as const
)
  .map(
    ([table, isShown]) =>
      `SELECT user_id, unnest(tags) AS tag FROM ${table} thing WHERE user_id = ANY($1::uuid[]) AND ${isShown}`,
  )
  .join(' UNION ALL ');

/** Counts the tags of members' visible items and profile texts. Whether the members are public is up to the caller. */
export async function publicTagUses(manager: EntityManager, userIds: readonly string[]): Promise<TagUses[]> {
  const shown = await queryPrepared<{ user_id: string; tag: string; uses: number }>(
    manager,
    'item tags',
    `SELECT user_id, tag, count(*)::integer AS uses FROM (${ITEM_TAGS}) AS shown GROUP BY user_id, tag`,
    [userIds],
  );
  const texts = await queryPrepared<{ id: string; profile_markdown: string }>(
    manager,
    'member texts',
    'SELECT id, profile_markdown FROM users WHERE id = ANY($1::uuid[])',
    [userIds],
  );
  const uses = new Map(userIds.map((userId) => [userId, new Map<string, number>()]));
  for (const { user_id: userId, tag, uses: count } of shown) uses.get(userId)?.set(tag, count);
  for (const { id, profile_markdown: markdown } of texts) {
    const own = uses.get(id);
    for (const tag of combineTags([], markdown)) own?.set(tag, (own.get(tag) ?? 0) + 1);
  }
  return [...uses].flatMap(([userId, tags]) =>
    [...tags].map(([tag, count]) => ({ userId, tag, uses: count })),
  );
}
