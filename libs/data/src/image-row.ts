import { type ColumnsOf, imageSchema, type ImageView, viewOf } from '@oniverse/contracts';

export type ImageRow = ColumnsOf<Omit<ImageView, 'ready'>> & { ready_at: Date | null };

export const IMAGE_COLUMNS = `id, user_id, board_id, title, description, image_url, tags, is_public, width, height, blurhash,
  ready_at, created_at, updated_at`;

export const imageView = (row: ImageRow): ImageView =>
  viewOf(imageSchema, { ...row, ready: row.ready_at !== null });
