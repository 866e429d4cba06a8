import { plural } from '../../../ui/plural.js';

export const SAFETY_TEXTS = {
  actions: (name: string) => `Actions for ${name}`,
  mute: 'Mute',
  unmute: 'Unmute',
  block: 'Block',
  unblock: 'Unblock',
  undo: 'Undo',
  done: {
    blocked: { on: (name: string) => `${name} is blocked`, off: (name: string) => `${name} is unblocked` },
    muted: { on: (name: string) => `${name} is muted`, off: (name: string) => `${name} is no longer muted` },
  },
  unnoticed: { blocked: 'You do not see each other now.', muted: 'Only you know.' },
  failed: 'This was not changed',
  question: {
    title: (name: string) => `Block ${name}?`,
    text: (name: string) =>
      `You will no longer see each other's pages, posts and replies, and ${name} cannot mention or answer you. Messages in channels that you share are folded away for you. ${name} is not notified. You can unblock at any time.`,
    confirm: 'Block',
    pending: 'blocking...',
  },
  folded: {
    count: (count: number) => `${plural(count, 'message')} hidden`,
    show: 'Show',
  },
  tab: {
    lead: 'You and a blocked member do not see each other. A muted member stays out of your feed, your channels and your night log. Neither is notified.',
    unknown: 'A private member',
    more: 'More members',
    blocked: {
      title: 'Blocked members',
      none: 'Nobody is blocked.',
      loading: 'Loading blocked members',
      failed: 'Your blocked members could not be loaded.',
      end: 'Unblock',
      endName: (name: string) => `Unblock ${name}`,
    },
    muted: {
      title: 'Muted members',
      none: 'Nobody is muted.',
      loading: 'Loading muted members',
      failed: 'Your muted members could not be loaded.',
      end: 'Unmute',
      endName: (name: string) => `Unmute ${name}`,
    },
  },
} as const;
