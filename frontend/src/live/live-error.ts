import type { ProblemCode } from '@oniverse/contracts';

/** Why a live request has no answer: nobody was there, none came in time, or the server refused. */
export type LiveFailure = 'disconnected' | 'timeout' | 'malformed' | 'refused';

/** A live request that failed. */
export class LiveError extends Error {
  override readonly name = 'LiveError';
  readonly failure: LiveFailure;
  /** Of a refusal: the server's stable word for it. */
  readonly code: ProblemCode | undefined;
  /** Of a refusal: seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined;

  constructor(failure: LiveFailure, message: string, refusal?: { code: ProblemCode; retryAfter?: number }) {
    super(message);
    this.failure = failure;
    this.code = refusal?.code;
    this.retryAfter = refusal?.retryAfter;
  }

  /** Whether it is not known if the server did what was asked. */
  get isUnanswered(): boolean {
    return this.failure === 'disconnected' || this.failure === 'timeout';
  }
}
