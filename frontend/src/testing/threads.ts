import type { ThreadSummary, ThreadView } from '@oniverse/contracts';
import { message } from './live-server.js';

const AT = '2026-03-05T21:14:00.000Z';
const PELL = { userId: 'u-pell', author: { username: 'pell', displayName: null, profileImageUrl: null } };

export const threadSummary = (given: Partial<ThreadSummary> = {}): ThreadSummary => ({
  channelId: 't-1',
  replyCount: 2,
  lastSeq: 2,
  lastReplyAt: AT,
  faces: [PELL],
  ...given,
});

export const thread = (given: Partial<ThreadView> = {}): ThreadView => ({
  id: 't-1',
  serverId: 's-obs',
  parentId: 'general',
  parentName: 'general',
  members: [],
  message: message({ id: 'root', channelId: 'general', seq: 1, content: 'Cardboard and a dark sock.' }),
  lastSeq: 2,
  readSeq: 2,
  unreadCount: 0,
  mentionCount: 0,
  isFollowed: true,
  createdAt: AT,
  ...given,
});
