import { durationText, LINK_LIFETIME_MS } from '@oniverse/contracts';
export const NOTICE_TEXTS = {
  label: 'Your account',
  lost: 'Your e-mail address now belongs to the member who proved that it is theirs. Add your own, so that you can reset a lost password.',
  add: 'Add an address',
  unverified: (email: string) =>
    `${email} is not verified yet. Open the link in the mail, so that you can reset a lost password.`,
  send: 'Send it again',
  sending: 'Sending...',
  sent: {
    title: 'Link sent',
    description: `Open the mail within ${durationText(LINK_LIFETIME_MS['verify-email'])}.`,
  },
  failed: 'Link not sent',
  dismiss: 'Not now',
} as const;
