import type { DataSource } from 'typeorm';

/** Lets public members carry tags, as the worker does after deriving them. */
export async function makeCarriers(
  dataSource: DataSource,
  userIds: readonly string[],
  tags: readonly string[],
): Promise<void> {
  await dataSource.query(
    `INSERT INTO constellation_nodes (user_id, username, display_name)
     SELECT id, username, display_name FROM users WHERE id = ANY($1) ON CONFLICT DO NOTHING`,
    [userIds],
  );
  await dataSource.query('INSERT INTO tags (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [tags]);
  await dataSource.query(
    `INSERT INTO user_tags (user_id, tag_id)
     SELECT member, tags.id FROM unnest($1::uuid[]) member, tags WHERE tags.name = ANY($2) ON CONFLICT DO NOTHING`,
    [userIds, tags],
  );
}
