import { LINK_DETAILS } from '@oniverse/contracts';

export const MEMBER_CARD_TEXTS = {
  online: 'ONLINE',
  noLine: 'No line yet',
  strength: (parts: number) => `Strength ${parts} of ${LINK_DETAILS.parts}`,
  show: 'Show',
  showName: (username: string) => `Show ${username} in the constellation`,
  profile: 'Profile',
  close: 'Close',
} as const;
