import { APPLICATION_LIMITS } from '@oniverse/contracts';
import { plural } from '../../../ui/plural.js';

export const APPLICATION_TEXTS = {
  lead: (questions: number) =>
    `This dimension asks ${plural(questions, 'question')} before you join. Its staff read your answers. Until then, only members see what is inside.`,
  apply: 'Apply',
  applying: 'applying...',
  stale: 'Applying failed',
  waiting: 'Your application waits',
  waitingText: 'The staff of this dimension decide. This page follows, and the night log tells you.',
  sent: 'sent',
  withdraw: 'Withdraw',
  withdrawing: 'withdrawing...',
  failedWithdraw: 'Withdrawing failed',
  declined: 'Your application was declined.',
  declinedWord: 'The staff say:',
  again: (moment: string) => `You can apply again from ${moment}.`,
  shutOut: 'You were removed from this dimension. You cannot apply until a moderator lifts the ban.',
} as const;

export const QUESTION_TEXTS = {
  title: 'Questions',
  text: `Ask up to ${APPLICATION_LIMITS.questions} questions before members join. While you ask any, only members read this dimension. Without questions, everyone joins at once, and applications that wait are dropped.`,
  question: (position: number) => `question ${position}`,
  optional: 'optional',
  form: { discard: 'Cancel', confirm: 'Save', pending: 'saving...' },
  saved: 'Questions saved',
} as const;

export const APPLICANT_TEXTS = {
  accept: 'Accept',
  acceptOf: (name: string) => `Accept @${name}`,
  accepting: 'accepting...',
  accepted: (name: string) => `@${name} is a member`,
  failedAccept: 'Accepting the application failed',
  decline: 'Decline…',
  declineOf: (name: string) => `Decline @${name}`,
  declined: (name: string) => `The application of @${name} is declined`,
  word: 'a word to them',
  wordNote: 'Optional. They see it.',
  form: { discard: 'Cancel', confirm: 'Decline', pending: 'declining...' },
} as const;
