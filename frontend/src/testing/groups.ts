import type { GroupView } from '@oniverse/contracts';

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
