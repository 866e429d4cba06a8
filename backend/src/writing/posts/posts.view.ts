import {
  type AlsoAbout,
  type PostNeighbour,
  type PostPage,
  postSchema,
  type PostView,
  viewOf,
} from '@oniverse/contracts';
import { authorView, optionalAuthorView } from '../../shared/index.js';
import type { AlsoAboutRow, PostPageRow, PostRow } from './posts.repository.js';

export const postView = (row: PostRow): PostView =>
  viewOf(postSchema, {
    ...row,
    attachments: row.files ?? undefined,
    near_through: row.near_through ?? undefined,
    is_held: row.is_held || undefined,
    author: authorView(row),
  });

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
