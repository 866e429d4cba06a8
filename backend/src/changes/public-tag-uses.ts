import { tagsOf } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { SHOWN } from '../access/visibility.js';

/** How often each tag stands on something that a member shows, the profile's own text included. */
export async function publicTagUses(
  manager: EntityManager,
  userId: string,
): Promise<{ tag: string; uses: number }[]> {
  const rows: { tag: string; uses: number }[] = await manager.query(
    `SELECT tag, count(*)::integer AS uses FROM (
       SELECT unnest(tags) AS tag FROM posts thing WHERE user_id = $1 AND ${SHOWN.post}
       UNION ALL SELECT unnest(tags) FROM images thing WHERE user_id = $1 AND ${SHOWN.image}
       UNION ALL SELECT unnest(tags) FROM boards thing WHERE user_id = $1 AND ${SHOWN.board}
     ) AS shown GROUP BY tag`,
    [userId],
  );
  const texts: { profile_markdown: string }[] = await manager.query(
    'SELECT profile_markdown FROM users WHERE id = $1',
    [userId],
  );
  const uses = new Map(rows.map(({ tag, uses }) => [tag, uses]));
  for (const tag of tagsOf([], texts[0]?.profile_markdown ?? '')) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses].map(([tag, uses]) => ({ tag, uses }));
}
