import type { ImageView } from '@oniverse/contracts';
import type { ImageRow } from './images.repository.js';

/** A picture as it goes over the wire. */
export function imageView(row: ImageRow): ImageView {
  return {
    id: row.id,
    userId: row.user_id,
    boardId: row.board_id,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    tags: row.tags,
    isPublic: row.is_public,
    width: row.width,
    height: row.height,
    blurhash: row.blurhash,
    ready: row.ready_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
