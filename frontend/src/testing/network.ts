import type { ConstellationHistory } from '@oniverse/contracts';

export const node = (id: string, username: string, isCurrentUser = false) => ({
  id,
  username,
  displayName: null,
  isCurrentUser,
});
export const link = (fromUserId: string, toUserId: string, ...sharedTags: string[]) => ({
  fromUserId,
  toUserId,
  strength: sharedTags.length,
  sharedTags,
});

export const NO_HISTORY: ConstellationHistory = {
  from: '2026-01-05',
  weeks: 1,
  users: [],
  links: [],
  own: [],
};
