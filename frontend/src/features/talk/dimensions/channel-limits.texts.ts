import { waitText } from '@oniverse/contracts';

export const CHANNEL_LIMIT_TEXTS = {
  /** In place of the composer. */
  locked: 'This channel is locked. You can read and react.',
  isLocked: 'locked',
  action: 'Lock and slow mode',
  title: (channel: string) => `Lock and slow mode of #${channel}`,
  text: 'They also hold for the threads of the channel, and not for the owner and moderators.',
  writers: 'who writes',
  writersOptions: { members: 'Members', staff: 'Only the owner and moderators' },
  slowMode: 'slow mode',
  slowModeHint: 'How long members wait after a message.',
  off: 'Off',
  wait: waitText,
  form: { discard: 'Cancel', confirm: 'Save', pending: 'saving...' },
  discard: {
    title: 'Discard your changes',
    text: 'Are you sure you want to close? Your choices are not saved.',
    confirm: 'Discard',
  },
} as const;
