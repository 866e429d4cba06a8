import type { ConversationLine, ConversationView } from '@oniverse/contracts';

export const OTTO = {
  userId: 'u-otto',
  username: 'otto_n',
  displayName: 'Otto Voss',
  profileImageUrl: null,
} as const;
export const SABLE = {
  userId: 'u-sable',
  username: 'sable',
  displayName: null,
  profileImageUrl: null,
} as const;

export const line = (excerpt: string | null, given: Partial<ConversationLine> = {}): ConversationLine => ({
  seq: 1,
  userId: OTTO.userId,
  excerpt,
  createdAt: '2026-03-05T20:41:00.000Z',
  ...given,
});

/** Returns a conversation of two without messages. */
export const conversation = (given: Partial<ConversationView> = {}): ConversationView => ({
  id: 'c-otto',
  isGroup: false,
  name: null,
  members: [OTTO],
  state: 'joined',
  isWaiting: false,
  isClosed: false,
  disappearsAfter: 'never',
  mayChooseDisappearing: true,
  seen: [],
  last: null,
  lastSeq: 0,
  readSeq: 0,
  unreadCount: 0,
  isMuted: false,
  unreadInThreads: 0,
  createdAt: '2026-03-05T20:00:00.000Z',
  ...given,
});
