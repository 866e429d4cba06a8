import type { ProblemBody } from './problems.js';
import { object, text, type TypeOf, wholeNumber, literalTrue } from './schema.js';

export interface WaitlistBody {
  email: string;
  /** The username to reserve. */
  oni_id?: string;
  /** The password to register with. */
  access_key?: string;
  source: 'landing';
}

/** Also the answer for an address that was already on the list. */
export const waitlistAnswerSchema = object('WaitlistAnswer', 'The address is on the list.', {
  ok: literalTrue('Always true.'),
  message: text('A message for the visitor.', { example: 'confirmed. constellation forming...' }),
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
