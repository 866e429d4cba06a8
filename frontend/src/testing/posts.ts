import type { PostPage, PostView } from '@oniverse/contracts';
import { member } from './members.js';

let made = 0;

export function post(given: Partial<PostView> = {}): PostView {
  made += 1;
  const { id: userId, username, displayName, profileImageUrl } = member();
  return {
    id: `0193a000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    userId,
    title: `Post ${made}`,
    content: 'Slow light.',
    markdownContent: 'Slow light.',
    isExcerpt: false,
    tags: [],
    isPublic: true,
    isArchived: false,
    areRepliesClosed: false,
    hasRipples: false,
    isRippled: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    author: { username, displayName, profileImageUrl },
    ...given,
  };
}

export const pageOf = (shown: PostView, given: Partial<PostPage> = {}): PostPage => ({
  post: shown,
  bio: 'counts things at night',
  profileTheme: 'main-cyberpunk',
  profileThemeMode: 'dark',
  previous: null,
  next: null,
  ...given,
});
