import { tagsOf } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { SHOWN } from './visibility.js';

/** How many of the things that a member shows have a tag. */
export interface TagUses {
  userId: string;
  tag: string;
  uses: number;
}

/**
 * The tags of the things that members show, as a query: `user_id` and `tag`, as often as something has it.
 * @param whose a condition on `user_id`, as in `= $1`
 */
export const tagsOfThings = (whose: string): string =>
  `SELECT user_id, unnest(tags) AS tag FROM posts thing WHERE user_id ${whose} AND ${SHOWN.post}
   UNION ALL SELECT user_id, unnest(tags) FROM images thing WHERE user_id ${whose} AND ${SHOWN.image}
   UNION ALL SELECT user_id, unnest(tags) FROM boards thing WHERE user_id ${whose} AND ${SHOWN.board}`;

/**
 * How often each tag stands on something that members show, the profile's own text included: what counts where the
 * member is public.
 */
export async function publicTagUses(manager: EntityManager, userIds: readonly string[]): Promise<TagUses[]> {
  const shown: { user_id: string; tag: string; uses: number }[] = await manager.query(
    `SELECT user_id, tag, count(*)::integer AS uses FROM (${tagsOfThings('= ANY($1::uuid[])')}) AS shown
      GROUP BY user_id, tag`,
    [userIds],
  );
  const texts: { id: string; profile_markdown: string }[] = await manager.query(
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
