import type { ProblemBody } from './problems.js';

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
export interface WaitlistAnswer {
  ok: true;
  message: string;
}

/** The waitlist's own form of a failure: `error` repeats `message`. */
export interface WaitlistProblem extends ProblemBody {
  ok: false;
  error: string;
}

/** `GET /api/waitlist/stats` */
export interface WaitlistStats {
  ok: true;
  /** Entries on the waitlist. */
  count: number;
}
