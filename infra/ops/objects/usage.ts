import type { DataSource } from 'typeorm';

export interface KindUsage {
  kind: 'picture' | 'file' | 'rendition' | 'preview' | 'archive' | 'other';
  objects: number;
  bytes: number;
}

/** Returns what is stored by kind, largest first. @param userId only what belongs to the member */
export async function sumUsage(dataSource: DataSource, userId: string | undefined): Promise<KindUsage[]> {
  return dataSource.query(
    `SELECT kind, count(*)::integer AS objects, coalesce(sum(size), 0)::float8 AS bytes FROM (
       SELECT object.size, CASE
                WHEN object.width IS NOT NULL OR object.rendition_of IS NOT NULL THEN 'rendition'
                WHEN EXISTS (SELECT FROM images WHERE image_url = object.path) THEN 'picture'
                WHEN EXISTS (SELECT FROM attachments WHERE object_path = object.path) THEN 'file'
                WHEN EXISTS (SELECT FROM link_previews WHERE picture_path = object.path) THEN 'preview'
                ELSE 'other' END AS kind
         FROM objects object
        WHERE object.size IS NOT NULL AND ($1::uuid IS NULL OR object.user_id = $1)
       UNION ALL
       SELECT size, 'archive' FROM server_exports
        WHERE object_key IS NOT NULL AND size IS NOT NULL AND ($1::uuid IS NULL OR user_id = $1)
     ) stored GROUP BY kind ORDER BY bytes DESC, kind`,
    [userId ?? null],
  );
}
