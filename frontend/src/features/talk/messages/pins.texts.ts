import { grouped, PINS_PER_CHANNEL } from '@oniverse/contracts';

export const PIN_TEXTS = {
  title: 'Pinned messages',
  button: (count: number) => (count > 0 ? `Pinned messages, ${grouped(count)}` : 'Pinned messages'),
  pinned: 'pinned',
  pin: 'Pin',
  unpin: 'Unpin',
  unpinOf: (author: string) => `Unpin the message by ${author}`,
  unpinning: 'Unpinning...',
  jump: 'Jump',
  jumpTo: (author: string) => `Jump to the message by ${author}`,
  loading: 'Loading pinned messages',
  failed: 'The pinned messages could not be loaded.',
  empty: 'Nothing is pinned here.',
  emptyForStaff: `Nothing is pinned here. Pin up to ${PINS_PER_CHANNEL} messages in their menus.`,
} as const;
