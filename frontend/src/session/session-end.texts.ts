import { plural } from '../ui/plural.js';

export const SESSION_ENDED = { title: 'Session ended', description: 'Sign in again to continue.' } as const;

export const SIGN_OUT_TEXTS = {
  title: 'Sign out',
  text: (unsent: number) =>
    `${plural(unsent, 'change')} of yours ${unsent === 1 ? 'is' : 'are'} not on the server yet: messages, edits or drafts. A sign-out deletes ${unsent === 1 ? 'it' : 'them'} in this browser.`,
  confirm: 'Delete and sign out',
} as const;
