import type { ProblemCode } from '@oniverse/contracts';

/** Why a live request failed. `malformed` is an answer that does not match the contract. */
export type LiveFailure = 'disconnected' | 'timeout' | 'malformed' | 'refused';

export class LiveError extends Error {
  override readonly name = 'LiveError';
  readonly failure: LiveFailure;
  readonly code: ProblemCode | undefined;
  /** Seconds to wait before a retry, for a refusal. */
  readonly retryAfter: number | undefined;

  constructor(failure: LiveFailure, message: string, refusal?: { code: ProblemCode; retryAfter?: number }) {
    super(message);
    this.failure = failure;
    this.code = refusal?.code;
    this.retryAfter = refusal?.retryAfter;
  }

  /** Whether the server may have carried out the request although no answer arrived. */
  get isUnanswered(): boolean {
    return this.failure === 'disconnected' || this.failure === 'timeout';
  }
}
