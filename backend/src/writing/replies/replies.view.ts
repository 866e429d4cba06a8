import type { ReplyView } from '@oniverse/contracts';
import { optionalAuthorView } from '../../shared/index.js';
import type { ReplyRow } from './replies.repository.js';

export const replyView = (row: ReplyRow): ReplyView => ({
  id: row.id,
  postId: row.post_id,
  parentId: row.parent_id,
  userId: row.user_id,
  author: optionalAuthorView(row),
  content: row.content,
  createdAt: row.created_at.toISOString(),
});
