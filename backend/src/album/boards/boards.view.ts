import type { BoardView } from '@oniverse/contracts';
import type { BoardRow } from './boards.repository.js';

export function boardView(row: BoardRow): BoardView {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    description: row.description,
    tags: row.tags,
    isPublic: row.is_public,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
