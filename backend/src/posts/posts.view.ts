import type { PostView } from '@oniverse/contracts';
import type { PostRow } from './posts.repository.js';

export function postView(row: PostRow): PostView {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    content: row.content,
    markdownContent: row.markdown_content,
    tags: row.tags,
    isPublic: row.is_public,
    isArchived: row.is_archived,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    author: {
      username: row.username,
      displayName: row.display_name,
      profileImageUrl: row.profile_image_url,
    },
  };
}
