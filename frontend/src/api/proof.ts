import {
  getProofChallenge,
  type ProofChallenge,
  proofChallengeSchema,
  PROOF_HEADER,
} from '@oniverse/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { errorOf, type HttpError, type RequestWithHeaders, sendUnchecked } from './http.js';
import { parse } from './parse.js';

/** Far longer than any browser takes, and within the time of a challenge. */
const MAX_MS = 5 * 60 * 1_000;

/** Returns a proof of work as the server takes it. The derivations run outside of the thread of the page. */
async function prove(challenge: ProofChallenge): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: MAX_MS });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}

/**
 * Sends a request again with a proof of work, which the site asked for. What the form shows while it waits covers this too.
 * @param refusal thrown if this browser cannot do the work, such as without TLS
 * @throws HttpError
 */
export async function retry(
  path: string,
  request: RequestWithHeaders,
  refusal: HttpError,
): Promise<Response> {
  // Browsers have it only in secure contexts.
  if (!Reflect.has(crypto, 'subtle')) throw refusal;
  // Without `send`, whose scripts visitors do not need.
  const proof = await prove(parse(proofChallengeSchema, await sendUnchecked(getProofChallenge)));
  if (proof === undefined) throw refusal;
  request.headers.set(PROOF_HEADER, proof);
  const response = await fetch(path, request);
  if (!response.ok) throw await errorOf(response);
  return response;
}
