import {
  passkeyOptionsBody,
  passkeyOptionsSchema,
  passkeySignInBody,
  secondFactorBody,
  signInOptionsSchema,
} from './account-security.js';
import { sessionAnswerSchema } from './accounts.js';
import { call } from '../shared/call.js';

export const getSignInOptions = call({
  method: 'GET',
  path: '/auth/options',
  summary: 'Returns what this site offers at the sign-in',
  access: 'public',
  answer: signInOptionsSchema,
});

export const sendSecondFactor = call({
  method: 'POST',
  path: '/auth/login/second-factor',
  summary: 'Completes a sign-in with a second factor',
  description:
    'After a login was answered with `second_factor_required`. Takes exactly one proof: a code of the authenticator app, a recovery code, or a passkey, whose request comes from `POST /api/auth/passkey/options`. The challenge works once, for five minutes and five attempts.',
  access: 'public',
  body: { title: 'SecondFactorDto', fields: secondFactorBody },
  answer: sessionAnswerSchema,
  carriesSecret: true,
  problems: ['challenge_expired', 'invalid_code'],
});

export const startPasskeySignIn = call({
  method: 'POST',
  path: '/auth/passkey/options',
  summary: 'Returns what to ask the passkeys of the browser',
  description: 'Without a challenge, for a sign-in without a password.',
  access: 'public',
  body: { title: 'PasskeyOptionsDto', fields: passkeyOptionsBody },
  answer: passkeyOptionsSchema,
  problems: ['challenge_expired'],
});

export const sendPasskey = call({
  method: 'POST',
  path: '/auth/passkey',
  summary: 'Signs in with a passkey alone and starts a session',
  description: 'The passkey verifies its user, by a fingerprint or a PIN, so it counts as both factors.',
  access: 'public',
  body: { title: 'PasskeySignInDto', fields: passkeySignInBody },
  answer: sessionAnswerSchema,
  carriesSecret: true,
  problems: ['challenge_expired', 'invalid_code'],
});
