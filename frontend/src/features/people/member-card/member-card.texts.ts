import { LINE } from '@oniverse/contracts';

export const MEMBER_CARD_TEXTS = {
  online: 'ONLINE',
  noLine: 'No line yet',
  strength: (parts: number) => `Strength ${parts} of ${LINE.parts}`,
  show: 'Show',
  showName: (username: string) => `Show ${username} in the constellation`,
  profile: 'Profile',
  close: 'Close',
} as const;
