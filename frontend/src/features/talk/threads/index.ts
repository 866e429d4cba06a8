export { FollowedThreads } from './followed-threads.js';
export { ThreadPanel } from './thread-panel.js';
export { refetchThreads, subscribeToThreads } from './threads.live.js';
export { applyThreadRead, countUnreadInThreads, findThread } from './threads.queries.js';
export { useThreadParts } from './use-thread-parts.js';
