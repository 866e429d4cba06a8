import type { Phrase } from './phrases.js';
import type { ProblemCode } from './problems.js';
import type { SuspendedSession } from '../account/measures.js';
import type { SignInChallenge } from '../account/sign-ins.js';

/** For a validation error, the phrase is that of the first invalid field. */
export interface ProblemBody extends Pick<Phrase, 'reason' | 'params' | 'message'> {
  statusCode: number;
  code: ProblemCode;
  /** The message of each invalid field, for a validation error. */
  fields?: Record<string, string>;
  /** The reason for the message of each invalid field. */
  fieldReasons?: Record<string, Pick<Phrase, 'reason' | 'params'>>;
  /** For `second_factor_required`: the next step of the sign-in. */
  challenge?: SignInChallenge;
  /** For `suspended`, after a sign-in: what the member may do instead. */
  suspended?: SuspendedSession;
  /** For `maintenance`: when it ends; null if that is not known. */
  endsAt?: string | null;
  /** The id of the request in the log, for a server error. */
  requestId?: string;
}
