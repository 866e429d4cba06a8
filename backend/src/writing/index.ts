export { feedLinks } from './feeds/feed-document.js';
export { excerptOf, excerptOfText } from './posts/excerpt.js';
export { PostHeads } from './posts/post-heads.js';
export { PostHints } from './posts/post-hints.js';
export { leavePostsBy } from './posts/post-rooms.js';
export { PostsService } from './posts/posts.service.js';
export { RepliesService } from './replies/replies.service.js';
export { WritingModule } from './writing.module.js';
