import type { ChannelView, GroupView, ServerRole, ServerView } from '@oniverse/contracts';
import { OPEN_CHANNEL } from './channels.js';

const AT = '2026-01-01T00:00:00.000Z';

/** Returns the private dimension `s-own` as a member with a role sees it. */
export const serverView = (role: ServerRole): ServerView => ({
  id: 's-own',
  ownerId: null,
  name: 'Back room',
  description: null,
  isPublic: false,
  hasLinkPreviews: true,
  messageDays: 0,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
  memberCount: 3,
  unreadCount: 0,
  mentionCount: 0,
  isBanned: false,
  archivedAt: null,
  timeOut: null,
  questions: [],
  application: null,
  membership: { role },
  createdAt: AT,
  updatedAt: AT,
});

/** Returns an empty channel of the dimension `s-own`. */
export const channelView = (name: string, given: Partial<ChannelView> = {}): ChannelView => ({
  id: `c-${name}`,
  serverId: 's-own',
  name,
  description: null,
  isDefault: false,
  lastSeq: 0,
  readSeq: 0,
  unreadCount: 0,
  mentionCount: 0,
  ...OPEN_CHANNEL,
  createdAt: AT,
  updatedAt: AT,
  ...given,
});

/** Returns a group of the dimension `s-own`, by default without members, which only staff may mention. */
export const groupView = (name: string, given: Partial<GroupView> = {}): GroupView => ({
  id: `g-${name}`,
  serverId: 's-own',
  name,
  color: 'accent',
  mentionableBy: 'staff',
  isOwn: false,
  memberCount: 0,
  hasStaff: false,
  ...given,
});
