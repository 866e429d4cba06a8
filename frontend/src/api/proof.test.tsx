import { webcrypto } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  getProofChallenge,
  joinWaitlist,
  PROOF,
  PROOF_HEADER,
  type ProofChallenge,
} from '@oniverse/contracts';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { problem } from '../testing/call-handler.js';
import { mock } from '../testing/mock.js';
import { sendUnchecked } from './http.js';

/** Replaces what the test's browser has, which the reset returns. */
const useCrypto = (value: unknown): unknown =>
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value });

const SECRET = 'a secret of the server';
const BODY = { email: 'oni@example.org', source: 'landing' };
const ANSWER = { ok: true, message: 'confirmed.' } as const;

async function newChallenge(): Promise<ProofChallenge> {
  const { algorithm } = PROOF;
  const made = await createChallenge({
    algorithm,
    cost: 1,
    keyPrefix: '0',
    deriveKey,
    expiresAt: new Date(Date.now() + 60_000),
    hmacSignatureSecret: SECRET,
  });
  const { cost, expiresAt = 0, keyLength, keyPrefix, nonce, salt } = made.parameters;
  return {
    parameters: { algorithm, cost, expiresAt, keyLength, keyPrefix, nonce, salt },
    signature: made.signature ?? '',
  };
}

describe('a request that needs a proof of work', () => {
  it('STF-103 is sent again with the proof', async () => {
    useCrypto(webcrypto);
    const challenge = await newChallenge();
    mock(getProofChallenge, challenge);
    const proofs: (string | null)[] = [];
    mock(joinWaitlist, (_, request) => {
      proofs.push(request.headers.get(PROOF_HEADER));
      return proofs.length === 1 ? problem('proof_required') : ANSWER;
    });
    expect(await sendUnchecked(joinWaitlist, { body: BODY })).toEqual(ANSWER);
    expect(proofs).toEqual([null, expect.any(String)]);
    const { solution } = JSON.parse(atob(proofs[1] ?? ''));
    const result = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: SECRET });
    expect(result.verified).toBe(true);
  });

  it('STF-103 fails if the proof is refused, or the browser cannot make one', async () => {
    const refusal = { status: 428, code: 'proof_required' };
    const requests = mock(joinWaitlist, () => problem('proof_required'));
    useCrypto(webcrypto);
    mock(getProofChallenge, await newChallenge());
    await expect(sendUnchecked(joinWaitlist, { body: BODY })).rejects.toMatchObject(refusal);
    expect(requests).toHaveLength(2);
    useCrypto({});
    await expect(sendUnchecked(joinWaitlist, { body: BODY })).rejects.toMatchObject(refusal);
    expect(requests).toHaveLength(3);
  });
});
