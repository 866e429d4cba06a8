import type { ProblemBody } from './problems.js';
import { object, text, type TypeOf, wholeNumber, yes } from './schema.js';

/** `POST /api/waitlist` */
export interface WaitlistBody {
  email: string;
  /** The username that the visitor would like to have. */
  oni_id?: string;
  /** The password that the visitor would like to have. */
  access_key?: string;
  source: 'landing';
}

/** An entry was taken, or the address was on the list already. */
export const waitlistAnswerSchema = object('WaitlistAnswer', 'The address is on the list.', {
  ok: yes('Always true.'),
  message: text('A sentence for the visitor.', { example: 'confirmed. constellation forming...' }),
});
export type WaitlistAnswer = TypeOf<typeof waitlistAnswerSchema>;

/** The waitlist's own form of a failure: `error` repeats `message`. */
export interface WaitlistProblem extends ProblemBody {
  ok: false;
  error: string;
}

/** `GET /api/waitlist/stats` */
export const waitlistStatsSchema = object('WaitlistStats', 'How far the constellation has formed.', {
  ok: yes('Always true.'),
  count: wholeNumber('Entries on the waitlist.', { example: 1_204 }),
});
export type WaitlistStats = TypeOf<typeof waitlistStatsSchema>;
