export { FollowedThreads } from './followed-threads.js';
export { ThreadPanel } from './thread-panel.js';
export { applyThreadChange, refetchThreads, subscribeToThreads } from './threads.live.js';
export { applyThreadRead, countUnreadInThreads, findThread } from './threads.queries.js';
export { isThreadOpen, useIsCovered } from './use-is-covered.js';
export { useThreadParts } from './use-thread-parts.js';
