import type { AppealDecision, MeasureKind } from '@oniverse/contracts';
import { serverNow } from '../../../api/server-clock.js';
import { formatDate, formatDay, formatMoment } from '../../../ui/dates.js';

/** The day without its year, unless it is another one. */
function dayOf(until: Date): string {
  return until.getFullYear() === new Date(serverNow()).getFullYear() ? formatDay(until) : formatDate(until);
}

export const SUSPENDED_TEXTS = {
  page: 'Account suspended',
  badge: 'account suspended',
  title: (until: Date | null) =>
    until === null ? 'Your account is suspended.' : `Your account is suspended until ${dayOf(until)}.`,
  loading: 'Loading why',
  rule: 'rule',
  ends: 'ends',
  endsAt: (until: Date | null) => (until === null ? 'no end is set' : `${formatMoment(until)}, your time`),
  content: 'your content',
  hidden: (until: Date | null) =>
    until === null ? 'hidden, nothing deleted' : 'hidden until then, nothing deleted',
  appeal: 'Appeal',
  appealNote: 'once, read by a different moderator where there is one',
  appealHint: 'Say what you think was judged wrongly.',
  send: 'Send appeal',
  sending: 'Sending...',
  sent: 'Your appeal',
  waiting: 'It waits for a moderator. The answer stands here, and comes by mail if your address is verified.',
  prepare: 'Download my data',
  preparing: 'Preparing...',
  download: 'Save the file',
  once: (until: Date) => `The link works once, until ${formatMoment(until)}.`,
  notPrepared: 'Your data could not be prepared',
  signOut: 'Sign out',
  again: {
    title: 'Sign in again',
    text: 'This needs a sign-in of the last ten minutes.',
  },
  over: {
    title: 'Sign in again.',
    text: 'Your suspension has ended, or this page was open for too long. Your sign-in says which.',
    action: 'Go to the sign-in',
  },
  erase: {
    open: 'Erase my account',
    title: 'Erase your account',
    text: 'This permanently deletes everything that is yours, and cannot be undone. Your messages in dimensions stay, signed “former member”.',
    password: 'Password',
    discard: 'Cancel',
    confirm: 'Erase permanently',
    pending: 'Erasing...',
    done: { title: 'Account erased', description: 'Your node has left the constellation.' },
  },
} as const;

export const DECISION_TEXTS = {
  upheld: 'The suspension stays.',
  lifted: 'The suspension was ended.',
} as const satisfies Record<AppealDecision, string>;

export const MEASURES_TEXTS = {
  title: 'Measures against you',
  lead: 'What the staff of this site did against you, and why.',
  loading: 'Loading measures against you',
  failed: 'The measures against you could not be loaded.',
  none: 'None. The staff of this site did nothing against you.',
  more: 'Older measures',
  kinds: {
    warned: 'You were warned',
    content_hidden: 'Something of yours was hidden',
    suspended: 'Your account was suspended',
  } satisfies Record<MeasureKind, string>,
  hid: (thing: string) => `Hidden: ${thing}`,
  until: (until: Date) => `Until ${formatMoment(until)}`,
  ended: (at: Date) => `Ended ${formatMoment(at)}`,
  appeal: 'Your appeal:',
  undecided: 'It was not decided.',
} as const;
