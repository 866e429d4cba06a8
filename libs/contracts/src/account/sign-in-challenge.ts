import { list, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';

/** Second factors, in the order in which the client offers them. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery-code'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export const signInChallengeSchema = object(
  'SignInChallenge',
  'A sign-in whose password was right, and which needs a second factor.',
  {
    id: text('The credential of this sign-in. It works once.', {
      pattern: '^[A-Za-z0-9_-]{43}$',
      example: 'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E',
    }),
    factors: list(oneOf(SECOND_FACTORS, 'A factor.', 'totp'), 'The factors of the account.'),
    expiresAt: timestamp('When the sign-in has to start again.'),
  },
);
export type SignInChallenge = TypeOf<typeof signInChallengeSchema>;
