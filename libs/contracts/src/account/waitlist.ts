import { waitlistBody } from './waitlist-body.js';
import { call } from '../shared/call.js';
import type { ProblemBody } from '../shared/problem-body.js';
import { literalTrue, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';

export const WAITLIST_CONFIRMED = 'confirmed. constellation forming...';

/** Also the answer for an address that was already on the list. */
export const waitlistAnswerSchema = object('WaitlistAnswer', 'The address is on the list.', {
  ok: literalTrue('Always true.'),
  message: text('A message for the visitor.', { example: WAITLIST_CONFIRMED }),
});
export type WaitlistAnswer = TypeOf<typeof waitlistAnswerSchema>;

/** A failure of the waitlist; `error` repeats `message`. */
export interface WaitlistProblem extends ProblemBody {
  ok: false;
  error: string;
}

export const waitlistStatsSchema = object('WaitlistStats', 'The size of the waitlist.', {
  ok: literalTrue('Always true.'),
  count: wholeNumber('Entries on the waitlist.', { example: 1_204 }),
});
export type WaitlistStats = TypeOf<typeof waitlistStatsSchema>;

export const joinWaitlist = call('POST', '/waitlist', {
  summary: 'Joins the waitlist',
  description: 'The response is the same when the email address is already on the list.',
  access: 'public',
  needsProof: true,
  body: { title: 'WaitlistDto', fields: waitlistBody },
  answer: waitlistAnswerSchema,
  problems: ['username_taken', 'username_reserved'],
});

export const getWaitlistStats = call('GET', '/waitlist/stats', {
  summary: 'Counts the waitlist entries',
  access: 'public',
  answer: waitlistStatsSchema,
});
