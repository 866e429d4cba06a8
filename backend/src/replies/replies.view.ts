import type { ReplyView } from '@oniverse/contracts';
import type { ReplyRow } from './replies.repository.js';

export const replyView = (row: ReplyRow): ReplyView => ({
  id: row.id,
  postId: row.post_id,
  parentId: row.parent_id,
  userId: row.user_id,
  author:
    row.username === null
      ? null
      : { username: row.username, displayName: row.display_name, profileImageUrl: row.profile_image_url },
  content: row.content,
  createdAt: row.created_at.toISOString(),
});
