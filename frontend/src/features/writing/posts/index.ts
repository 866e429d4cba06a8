export { postsOf } from './newest-posts.js';
export { PostCard } from './post-card.js';
export { PostLog } from './post-log.js';
export { OthersPostMenu, PostMenu } from './post-menu.js';
export {
  archivedPostsQuery,
  feedQuery,
  ownPostsQuery,
  postPageQuery,
  refreshPost,
  useCreatePost,
  useIsPosting,
  usePostActions,
} from './posts.queries.js';
export { RippleButton } from './ripple-button.js';
export { RippleRings } from './ripple-rings.js';
export { useFocusAfterRemoval } from './use-focus-after-removal.js';
export { type LiveFeed, useLiveFeed } from './use-live-feed.js';
