import type { AlsoAbout, PostNeighbour, PostPage, PostView } from '@oniverse/contracts';
import { authorView, optionalAuthorView } from '../../shared/index.js';
import type { AlsoAboutRow, PostPageRow, PostRow } from './posts.repository.js';

export function postView(row: PostRow): PostView {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    content: row.content,
    markdownContent: row.markdown_content,
    isExcerpt: row.is_excerpt,
    tags: row.tags,
    isPublic: row.is_public,
    isArchived: row.is_archived,
    areRepliesClosed: row.are_replies_closed,
    hasRipples: row.has_ripples,
    isRippled: row.is_rippled,
    ...(typeof row.near_through === 'string' && { nearThrough: row.near_through }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    author: authorView(row),
  };
}

export function postPageView(row: PostPageRow): PostPage {
  return {
    post: postView(row),
    bio: row.bio,
    profileTheme: row.profile_theme,
    profileThemeMode: row.profile_theme_mode,
    previous: neighbourView(row.previous_id, row.previous_title, row.previous_created_at),
    next: neighbourView(row.next_id, row.next_title, row.next_created_at),
  };
}

export const alsoAboutView = (rows: readonly AlsoAboutRow[]): AlsoAbout => ({
  tag: rows[0]?.tag ?? null,
  items: rows.flatMap((row) => {
    const { kind, id, title } = row;
    const author = optionalAuthorView(row);
    return kind === null || id === null || !author ? [] : [{ kind, id, title, author }];
  }),
});

const neighbourView = (
  id: string | null,
  title: string | null,
  createdAt: Date | null,
): PostNeighbour | null =>
  id === null || title === null || createdAt === null
    ? null
    : { id, title, createdAt: createdAt.toISOString() };
