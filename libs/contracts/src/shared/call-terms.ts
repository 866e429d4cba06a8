import type { ProblemCode } from './problems.js';

/**
 * Who may call: `members` requires a session; `visitors` accepts anyone and identifies a member with a session;
 * `public` ignores sessions.
 */
export type CallAccess = 'members' | 'public' | 'visitors';

/** What the published document says about a call, besides its address, request and answer. */
export interface CallTerms {
  readonly summary: string;
  readonly description?: string;
  /** `members` by default. */
  readonly access?: CallAccess;
  /** 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** Another success status, such as 200 for a repeated creation. */
  readonly alsoStatus?: 200 | 206;
  /** The content types of a response that is not JSON. */
  readonly answerTypes?: readonly string[];
  /** The response is a page of a list, with the next cursor in a header. */
  readonly paged?: boolean;
  /** The response has a credential, such as a session id, so it is not compressed. */
  readonly carriesSecret?: true;
  /** Problems besides the common ones. */
  readonly problems?: readonly ProblemCode[];
  /** The content types of a body that the call reads as a stream. */
  readonly bytes?: readonly string[];
}
