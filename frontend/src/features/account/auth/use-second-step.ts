import type { SecondFactorBody, SignInChallenge } from '@oniverse/contracts';
import { isProblem, serverMessageOf } from '../../../api/http.js';
import { PasskeyError } from '../../../api/passkey-support.js';
import { completeSignIn } from '../../../session/sign-in.js';
import { askForPasskey } from './ask-for-passkey.js';
import type { AuthVariant } from './auth-variants.js';
import { proofOutcome, useSignIn } from './use-auth-forms.js';

export type SecondProof = Omit<SecondFactorBody, 'challenge' | 'passkey'>;

/** The second step of a sign-in. A passkey is asked for in the browser; the other proofs are typed. */
export function useSecondStep(challenge: SignInChallenge, variant: AuthVariant) {
  const send = useSignIn(async (proof: SecondProof | 'passkey') => {
    if (proof !== 'passkey') return completeSignIn({ challenge: challenge.id, ...proof });
    return completeSignIn(await askForPasskey({ challenge: challenge.id }));
  }, proofOutcome(variant));
  const { error } = send;
  return {
    send: send.mutate,
    pending: send.pending,
    isExpired: isProblem(error, 'challenge_expired'),
    isPasskeyUnanswered: error instanceof PasskeyError,
    /** The server's message about a wrong proof. */
    problem: isProblem(error, 'invalid_code') ? serverMessageOf(error) : undefined,
  };
}
