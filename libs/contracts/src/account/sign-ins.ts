import {
  passkeyField,
  passkeyOptionsBody,
  passkeyOptionsSchema,
  SECURITY_RULES,
} from './account-security.js';
import { sessionAnswerSchema } from './accounts.js';
import { registrationPart } from './registration.js';
import { call } from '../shared/call.js';
import { type BodyOf, omittable, requestBody, textField } from '../shared/request-fields.js';
import { added, flag, list, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';

export const signInOptionsSchema = object('SignInOptions', 'What this site offers at the sign-in.', {
  canMail: flag('Whether this site can send mail, for example to reset a password.'),
  passkeyDomain: text('The domain of passkeys. They work only on it and its subdomains.', {
    example: 'oniverse.example',
  }),
  registration: added(registrationPart, 'open'),
});
export type SignInOptions = TypeOf<typeof signInOptionsSchema>;

/** `POST /api/auth/login/second-factor`: exactly one proof. */
export const secondFactorBody = requestBody({
  challenge: textField(SECURITY_RULES.challenge),
  code: textField(SECURITY_RULES.code),
  recoveryCode: textField(SECURITY_RULES.recoveryCode),
  passkey: omittable(passkeyField()),
});
export type SecondFactorBody = BodyOf<typeof secondFactorBody>;

/** `POST /api/auth/passkey`: a sign-in without a password. */
export const passkeySignInBody = requestBody({
  challenge: textField(SECURITY_RULES.challenge),
  passkey: passkeyField(),
});
export type PasskeySignInBody = BodyOf<typeof passkeySignInBody>;

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

export const getSignInOptions = call('GET', '/auth/options', {
  summary: 'Returns what this site offers at the sign-in',
  access: 'public',
  answer: signInOptionsSchema,
});

export const sendSecondFactor = call('POST', '/auth/login/second-factor', {
  summary: 'Completes a sign-in with a second factor',
  description:
    'After a login was answered with `second_factor_required`. Takes exactly one proof: a code of the authenticator app, a recovery code, or a passkey, whose request comes from `POST /api/auth/passkey/options`. The challenge works once, for five minutes and five attempts.',
  access: 'public',
  body: { title: 'SecondFactorDto', fields: secondFactorBody },
  answer: sessionAnswerSchema,
  carriesSecret: true,
  problems: ['challenge_expired', 'invalid_code', 'suspended'],
  duringMaintenance: true,
});

export const startPasskeySignIn = call('POST', '/auth/passkey/options', {
  summary: 'Returns what to ask the passkeys of the browser',
  description: 'Without a challenge, for a sign-in without a password.',
  access: 'public',
  body: { title: 'PasskeyOptionsDto', fields: passkeyOptionsBody },
  answer: passkeyOptionsSchema,
  problems: ['challenge_expired'],
  duringMaintenance: true,
});

export const sendPasskey = call('POST', '/auth/passkey', {
  summary: 'Signs in with a passkey alone and starts a session',
  description: 'The passkey verifies its user, by a fingerprint or a PIN, so it counts as both factors.',
  access: 'public',
  body: { title: 'PasskeySignInDto', fields: passkeySignInBody },
  answer: sessionAnswerSchema,
  carriesSecret: true,
  problems: ['challenge_expired', 'invalid_code', 'suspended'],
  duringMaintenance: true,
});
