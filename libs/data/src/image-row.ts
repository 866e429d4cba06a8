import type { ImageView } from '@oniverse/contracts';

export interface ImageRow {
  id: string;
  user_id: string;
  board_id: string | null;
  title: string | null;
  description: string | null;
  image_url: string;
  tags: string[];
  is_public: boolean;
  width: number | null;
  height: number | null;
  blurhash: string | null;
  ready_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const IMAGE_COLUMNS = `id, user_id, board_id, title, description, image_url, tags, is_public, width, height, blurhash,
  ready_at, created_at, updated_at`;

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
