import { PROFILE_THEME_MODES, type PublicProfile } from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { isListOf, isNullable, isOneOf, isShape, isText } from '../../api/guards.js';
import { listQuery } from '../../api/list-query.js';
import { typedQuery } from '../../api/query-client.js';
import { isImage } from '../../live/payloads.js';
import { isPost } from '../posts/post.js';

const isPublicProfile = isShape<PublicProfile>({
  id: isText,
  username: isText,
  displayName: isNullable(isText),
  bio: isNullable(isText),
  profileMarkdown: isText,
  userBadges: isListOf(isText),
  profileTheme: isText,
  profileThemeMode: isOneOf(PROFILE_THEME_MODES),
  profileImageUrl: isNullable(isText),
  createdAt: isText,
});

/** Nothing tells of what others change: who comes back after this time sees it anew. */
const FRESH_MS = 60_000;
const pathOf = (username: string) => ['/api', 'users', encodeURIComponent(username)] as const;

/** A member's page; 404 where there is none, or none that one may see. */
export const publicProfileQuery = (username: string) =>
  queryOptions({
    queryKey: pathOf(username),
    queryFn: typedQuery(isPublicProfile),
    staleTime: FRESH_MS,
  });

/** A member's public posts, newest first. */
export const publicPostsQuery = (username: string) =>
  listQuery([...pathOf(username), 'posts'], isPost, { limit: '10' }, FRESH_MS);

/** A member's public pictures, newest first. */
export const publicPicturesQuery = (username: string) =>
  listQuery([...pathOf(username), 'images'], isImage, { limit: '24' }, FRESH_MS);
