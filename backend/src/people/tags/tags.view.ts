import type { TagView } from '@oniverse/contracts';
import type { TagRow } from './tags.repository.js';

export function tagView(row: TagRow): TagView {
  return { id: row.id, name: row.name, usageCount: row.usage_count };
}
