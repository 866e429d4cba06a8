import { getProofChallenge, type ProofChallenge, PROOF_HEADER } from '@oniverse/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { send } from './calls.js';
import { fetchResponse, type HttpError, type HttpOptions } from './http.js';

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
export async function fetchWithProof(
  path: string,
  options: HttpOptions,
  refusal: HttpError,
): Promise<Response> {
  // Browsers have it only in secure contexts.
  if (!Reflect.has(crypto, 'subtle')) throw refusal;
  const proof = await prove(await send(getProofChallenge));
  if (proof === undefined) throw refusal;
  return fetchResponse(path, { ...options, headers: { [PROOF_HEADER]: proof } });
}
