import { tagsOf } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { prepared } from './prepared.js';
import { SHOWN } from './visibility.js';

/** How many of the things that a member shows have a tag. */
export interface TagUses {
  userId: string;
  tag: string;
  uses: number;
}

/** The tags of the things that the members $1 show, as often as something has them. */
const TAGS_OF_THINGS = (
  [
    ['posts', SHOWN.post],
    ['images', SHOWN.image],
    ['boards', SHOWN.board],
  ] as const
)
  .map(
    ([table, isShown]) =>
      `SELECT user_id, unnest(tags) AS tag FROM ${table} thing WHERE user_id = ANY($1::uuid[]) AND ${isShown}`,
  )
  .join(' UNION ALL ');

/**
 * How often each tag stands on something that members show, the profile's own text included: what counts where the
 * member is public.
 */
export async function publicTagUses(manager: EntityManager, userIds: readonly string[]): Promise<TagUses[]> {
  const shown = await prepared<{ user_id: string; tag: string; uses: number }>(
    manager,
    'tags of things',
    `SELECT user_id, tag, count(*)::integer AS uses FROM (${TAGS_OF_THINGS}) AS shown GROUP BY user_id, tag`,
    [userIds],
  );
  const texts = await prepared<{ id: string; profile_markdown: string }>(
    manager,
    'texts of members',
    'SELECT id, profile_markdown FROM users WHERE id = ANY($1::uuid[])',
    [userIds],
  );
  const uses = new Map(userIds.map((userId) => [userId, new Map<string, number>()]));
  for (const { user_id: userId, tag, uses: count } of shown) uses.get(userId)?.set(tag, count);
  for (const { id, profile_markdown: markdown } of texts) {
    const own = uses.get(id);
    for (const tag of tagsOf([], markdown)) own?.set(tag, (own.get(tag) ?? 0) + 1);
  }
  return [...uses].flatMap(([userId, tags]) =>
    [...tags].map(([tag, count]) => ({ userId, tag, uses: count })),
  );
}
